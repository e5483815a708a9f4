// Moves the clock, and keeps where it stands with the world, so that a restart goes on from there.

import type { Clock } from '../lib/clock.ts'
import type { World } from './world.ts'

export interface ClockView {
  /** Unix seconds with fractions. */
  now: number
  frozen: boolean
}

export function moveClock(world: World, move: (clock: Clock) => void): ClockView {
  move(world.clock)
  world.store.settings.set('clock', world.clock.state())
  world.happened({ type: 'clock' })
  return viewClock(world.clock)
}

export const viewClock = (clock: Clock): ClockView => ({ now: clock.ms() / 1000, frozen: clock.frozen() })
