// The emulator's clock, which can be frozen and set, and its timers.

import { clearTimeout, setTimeout } from './real-timers.ts'

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

/** Converts seconds to a delay for setTimeout(), at most LONGEST_TIMEOUT_MS. A longer one would count as 1 ms. */
export const timerMs = (seconds: number): number => Math.min(Math.round(seconds * 1000), LONGEST_TIMEOUT_MS)

/** The latest time of the clock: the end of 9999, because standard date notations have years of four digits. */
export const LATEST_MS = 253_402_300_799_000

export interface ClockState {
  offsetMs: number
  frozenAtMs: number | null
}

export interface ReadClock {
  /** Returns the time in whole milliseconds since 1970. */
  ms(): number
  /** Returns the time in whole Unix seconds, as in the bot API. */
  seconds(): number
  frozen(): boolean
  state(): ClockState
  /** Returns the time at which the earliest timer of `after()` is due. Ignores timers of `timeout()`. */
  nextDueMs(): number | undefined
  /** Calls the listener each time the clock is set, moved, frozen or resumed. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export interface Clock extends ReadClock {
  restore(state: ClockState): void
  set(ms: number): void
  freeze(): void
  resume(): void
  /** Moves the clock, and triggers the timers of `after()` that are then due, but never timers of `timeout()`. */
  stepTo(ms: number): void
  /** Calls back after `delayMs` of this clock. Returns a function that cancels. */
  after(delayMs: number, callback: () => void): () => void
  /** Calls back once `delayMs` have passed on this clock or in real time, so that a frozen clock cannot prevent it. */
  timeout(delayMs: number, callback: () => void): () => void
}

/** The real functions are saved when this module is loaded, before a test framework installs fake timers. */
const realNow = Date.now
const realElapsed = performance.now.bind(performance)

/** Creates a clock that never goes back, even if the machine's clock is set back. */
export function steadyClock(wallMs = realNow, elapsedMs: () => number = realElapsed): () => number {
  let startMs = wallMs() - elapsedMs()
  return () => {
    // Follows forward jumps of the wall clock, which `elapsedMs` misses: the machine slept, or its clock was set.
    const wall = wallMs()
    const elapsed = elapsedMs()
    startMs = Math.max(startMs, wall - elapsed)
    return Math.floor(startMs + elapsed)
  }
}

interface Timer {
  dueMs: number
  /** True for a timer of `timeout()`, which nextDueMs() and stepTo() ignore. */
  isWait: boolean
  callback: () => void
  handle?: NodeJS.Timeout
}

export function createClock(realMs: () => number = steadyClock()): Clock {
  let offsetMs = 0
  let frozenAtMs: number | null = null
  const timers = new Set<Timer>()
  const listeners = new Set<() => void>()

  const ms = () => frozenAtMs ?? realMs() + offsetMs

  function arm(timer: Timer) {
    clearTimeout(timer.handle)
    const waitMs = timer.dueMs - ms()
    if (waitMs > 0 && frozenAtMs !== null) return
    timer.handle = setTimeout(() => ring(timer), Math.min(Math.max(waitMs, 0), LONGEST_TIMEOUT_MS))
    // A pending timer must not keep the process alive.
    timer.handle.unref()
  }

  function ring(timer: Timer) {
    if (!timers.has(timer)) return
    if (timer.dueMs > ms()) return arm(timer)
    timers.delete(timer)
    timer.callback()
  }

  const stateAt = (to: number): ClockState =>
    frozenAtMs === null ? { offsetMs: to - realMs(), frozenAtMs } : { offsetMs, frozenAtMs: to }

  function moveTo(state: ClockState, isDue = (_: Timer) => true) {
    if (state.offsetMs === offsetMs && state.frozenAtMs === frozenAtMs) return
    offsetMs = state.offsetMs
    frozenAtMs = state.frozenAtMs
    for (const timer of [...timers].filter(isDue).sort((a, b) => a.dueMs - b.dueMs)) arm(timer)
    for (const listener of listeners) listener()
  }

  function add(delayMs: number, isWait: boolean, callback: () => void) {
    const timer: Timer = { dueMs: ms() + delayMs, isWait, callback }
    timers.add(timer)
    arm(timer)
    return () => {
      clearTimeout(timer.handle)
      timers.delete(timer)
    }
  }

  return {
    ms,
    seconds: () => Math.floor(ms() / 1000),
    frozen: () => frozenAtMs !== null,
    state: () => ({ offsetMs, frozenAtMs }),
    restore: moveTo,
    set: (to) => moveTo(stateAt(to)),
    freeze: () => moveTo({ offsetMs, frozenAtMs: ms() }),
    resume: () => moveTo({ offsetMs: ms() - realMs(), frozenAtMs: null }),
    stepTo: (to) => moveTo(stateAt(to), (timer) => !timer.isWait),
    nextDueMs() {
      const dueMoments = [...timers].flatMap((timer) => (timer.isWait ? [] : timer.dueMs))
      return dueMoments.length ? Math.min(...dueMoments) : undefined
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    after: (delayMs, callback) => add(delayMs, false, callback),
    timeout(delayMs, callback) {
      const cancelTimer = add(delayMs, true, finish)
      const handle = setTimeout(finish, delayMs).unref()
      function cancel() {
        cancelTimer()
        clearTimeout(handle)
      }
      function finish() {
        cancel()
        callback()
      }
      return cancel
    },
  }
}

/**
 * Returns a function that measures the real milliseconds since this call, even while the emulator's clock is frozen.
 */
export function stopwatch(): () => number {
  const startedAt = realElapsed()
  return () => realElapsed() - startedAt
}
