// The time of the bot's process: real time, shifted and frozen like the emulator's clock.

import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import type { ClockState } from '../../../control/contract/clock-lease.ts'
import { real } from './real-functions.ts'

/** Node copies the state of the clock to each thread that this thread starts. */
const STATE_KEY = 'bot-emulator.clock'

/** Returns the state of the clock in the thread that started this one, or undefined if that follows no clock. */
export const stateOfParent = () => getEnvironmentData(STATE_KEY) as ClockState | undefined

/**
 * If this process's time goes back by more than this, the emulator's clock was set back. A smaller step only corrects
 * the time that passed before this process learned of a freeze.
 */
const SET_BACK_MS = 1000

/** A program that reads a frozen clock so often in each second waits in a loop for the time to pass. */
const BUSY_READS = 100_000

export type BotTime = ReturnType<typeof createBotTime>

export function createBotTime() {
  let state: ClockState = { offset_ms: 0, frozen_at_ms: null }
  let elapsedShiftMs = 0
  let frozenElapsedMs: number | undefined
  /** The sum of the steps by which the clock was set back. */
  let setBackMs = 0

  /** How long the program has waited in a loop, in real time, and its reads of the clock since that was measured. */
  let loop = { reads: 0, ms: 0, measuredAtMs: 0 }

  const resetBusyWait = () => {
    loop = { reads: 0, ms: 0, measuredAtMs: real.elapsedMs() }
  }

  /**
   * Returns the time by which a frozen clock goes on because the program reads it in a loop, which would never end
   * otherwise. The time begins a second after the loop.
   */
  function busyWaitMs(): number {
    if (frozenElapsedMs === undefined) return 0
    if (++loop.reads === BUSY_READS) {
      const measuredAtMs = real.elapsedMs()
      const passedMs = measuredAtMs - loop.measuredAtMs
      const ms = passedMs < 1000 ? loop.ms + passedMs : 0
      if (loop.ms < 1000 && ms >= 1000)
        process.stderr.write('bot-emulator: the program waits in a loop for a later time, but the clock is frozen.\n')
      loop = { reads: 0, ms, measuredAtMs }
    }
    return Math.max(0, loop.ms - 1000)
  }

  const now = () => Math.floor(state.frozen_at_ms ?? real.now() + state.offset_ms)
  const elapsedMs = () => frozenElapsedMs ?? real.elapsedMs() + elapsedShiftMs

  return {
    /** Returns the bot's time in whole milliseconds since 1970, as Date.now() does. */
    now,
    /** Returns the same time as the program reads it: it goes on in a loop that waits on a frozen clock. */
    readNow: () => now() + Math.floor(busyWaitMs()),
    /** Returns the milliseconds since the start of the process. Never decreases, even if the clock is set back. */
    readElapsedMs: () => elapsedMs() + busyWaitMs(),
    resetBusyWait,
    /** Returns the time that timers use, in whole milliseconds. Unlike the result of `now`, it never goes back. */
    timerMs: () => now() + setBackMs,
    isFrozen: () => frozenElapsedMs !== undefined,
    follow(next: ClockState) {
      resetBusyWait()
      const before = now()
      const elapsedBefore = elapsedMs()
      state = next
      setEnvironmentData(STATE_KEY, next)
      const movedMs = now() - before
      if (-movedMs > SET_BACK_MS) setBackMs -= movedMs
      const elapsed = elapsedBefore + Math.max(0, movedMs)
      // A change of up to 1 ms is only a rounding error, which must not shift `elapsedMs` while the clock runs.
      const hasJumped = Math.abs(movedMs) > 1
      if (state.frozen_at_ms !== null) frozenElapsedMs = elapsed
      else {
        if (hasJumped || frozenElapsedMs !== undefined) elapsedShiftMs = elapsed - real.elapsedMs()
        frozenElapsedMs = undefined
      }
    },
  }
}
