// The time of the bot's process: real time, shifted and frozen like the emulator's clock.

import type { ClockState } from '../protocol.ts'
import { real } from './real-functions.ts'

export type BotTime = ReturnType<typeof createBotTime>

export function createBotTime() {
  let state: ClockState = { offset_ms: 0, frozen_at_ms: null }
  let elapsedShiftMs = 0
  let frozenElapsedMs: number | undefined

  const now = () => state.frozen_at_ms ?? real.now() + state.offset_ms
  const elapsedMs = () => frozenElapsedMs ?? real.elapsedMs() + elapsedShiftMs

  return {
    /** Returns the milliseconds since 1970. */
    now,
    /** Returns the milliseconds since the start of the process. Never decreases, even if the clock is set back. */
    elapsedMs,
    isFrozen: () => frozenElapsedMs !== undefined,
    follow(next: ClockState) {
      const before = now()
      const elapsedBefore = elapsedMs()
      state = next
      const elapsed = elapsedBefore + Math.max(0, now() - before)
      // The shift between real time and the bot's time changes only if the clock jumped. Up to 1 ms is rounding.
      const hasJumped = Math.abs(now() - before) > 1
      if (state.frozen_at_ms !== null) frozenElapsedMs = elapsed
      else {
        if (hasJumped || frozenElapsedMs !== undefined) elapsedShiftMs = elapsed - real.elapsedMs()
        frozenElapsedMs = undefined
      }
    },
  }
}
