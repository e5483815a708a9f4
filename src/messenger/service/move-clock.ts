// Moves the clock, and keeps where it stands with the world, so that a restart goes on from there.

import type { Clock } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import type { Tx } from '../world.ts'

export interface ClockView {
  /** Unix seconds with fractions. */
  now: number
  frozen: boolean
}

export function moveClock(tx: Tx, move: (clock: Clock) => void): ClockView {
  move(tx.clock)
  tx.store.settings.set('clock', tx.clock.state())
  tx.emit({ type: 'clock' })
  return viewClock(tx.clock)
}

/** The end of the year 9999: what comes after it has no usual notation. */
const LATEST_MS = 253_402_300_799_000

export function jumpTo(tx: Tx, ms: number): ClockView {
  if (ms > LATEST_MS) {
    throw new Problem('clock-too-far', 'The clock goes no further than the year 9999.', `That is ${LATEST_MS / 1000}.`)
  }
  return moveClock(tx, (clock) => clock.set(Math.round(ms)))
}

export const viewClock = (clock: Clock): ClockView => ({ now: clock.ms() / 1000, frozen: clock.frozen() })
