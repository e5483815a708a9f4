// Moves the clock, and keeps where it stands with the world, so that a restart goes on from there.

import { type Clock, LATEST_MS } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import type { Tx } from '../world.ts'

export function moveClock(tx: Tx, move: (clock: Clock) => void) {
  move(tx.clock)
  tx.store.settings.set('clock', tx.clock.state())
  tx.emit({ type: 'clock' })
}

export function jumpTo(tx: Tx, ms: number) {
  if (ms > LATEST_MS) {
    throw new Problem('clock-too-far', 'The clock goes no further than the year 9999.', `That is ${LATEST_MS / 1000}.`)
  }
  moveClock(tx, (clock) => clock.set(Math.round(ms)))
}
