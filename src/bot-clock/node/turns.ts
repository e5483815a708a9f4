// Numbers the turns of the event loop, to relate timers to requests.

import { real } from './real-functions.ts'

let turn = 0
let isCounted = false

/** Returns the number of the current turn. */
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
