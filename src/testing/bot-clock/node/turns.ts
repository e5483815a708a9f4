// Numbers the turns of the event loop, to find timers set together with a request.

import { real } from './real-functions.ts'

let turn = 0
let isCounted = false

export function currentTurn(): number {
  if (!isCounted) {
    isCounted = true
    real.setImmediate(() => {
      isCounted = false
      turn++
    })
  }
  return turn
}
