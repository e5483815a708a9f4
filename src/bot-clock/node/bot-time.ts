// The time of the bot's process: real time, shifted and frozen like the emulator's clock.

import type { ClockState } from '../protocol.ts'
import { real } from './real-functions.ts'

/** A smaller step back only corrects the time that has passed since the emulator froze its clock. */
const SET_BACK_MS = 1000

export type BotTime = ReturnType<typeof createBotTime>

export function createBotTime() {
  let state: ClockState = { offset_ms: 0, frozen_at_ms: null }
  let elapsedShiftMs = 0
  let frozenElapsedMs: number | undefined
  /** The sum of the steps by which the clock was set back. */
  let setBackMs = 0

  const now = () => Math.floor(state.frozen_at_ms ?? real.now() + state.offset_ms)
  const elapsedMs = () => frozenElapsedMs ?? real.elapsedMs() + elapsedShiftMs

  return {
    /** Returns the whole milliseconds since 1970. */
    now,
    /** Returns the milliseconds since the start of the process. Never decreases, even if the clock is set back. */
    elapsedMs,
    /**
     * Returns a time for timers. It runs like `now`, in whole milliseconds, but continues if the clock is set back.
     * With fractions, rounding would make a timer wait for a moment that a frozen clock has already reached.
     */
    timerMs: () => now() + setBackMs,
    isFrozen: () => frozenElapsedMs !== undefined,
    follow(next: ClockState) {
      const before = now()
      const elapsedBefore = elapsedMs()
      state = next
      const movedMs = now() - before
      if (-movedMs > SET_BACK_MS) setBackMs -= movedMs
      const elapsed = elapsedBefore + Math.max(0, movedMs)
      // The shift between real time and the bot's time changes only if the clock jumped. Up to 1 ms is rounding.
      const hasJumped = Math.abs(movedMs) > 1
      if (state.frozen_at_ms !== null) frozenElapsedMs = elapsed
      else {
        if (hasJumped || frozenElapsedMs !== undefined) elapsedShiftMs = elapsed - real.elapsedMs()
        frozenElapsedMs = undefined
      }
    },
  }
}
