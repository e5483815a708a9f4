// The only reader of time: it can be frozen, set and advanced, and the timers made from it follow.

import { clearTimeout, setTimeout } from 'node:timers'

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

/** A length of time as timers take it: whole, and not so long that they would take it for nothing. */
export const timerMs = (seconds: number): number => Math.min(Math.round(seconds * 1000), LONGEST_TIMEOUT_MS)

/** The end of the year 9999: what comes after it has no usual notation. */
export const LATEST_MS = 253_402_300_799_000

export interface ClockState {
  offsetMs: number
  frozenAtMs: number | null
}

/** The clock for whoever only looks. */
export interface ReadClock {
  /** Milliseconds since 1970, whole. */
  ms(): number
  /** Unix seconds, whole, as the service writes them. */
  seconds(): number
  frozen(): boolean
  state(): ClockState
}

export interface Clock extends ReadClock {
  restore(state: ClockState): void
  set(ms: number): void
  freeze(): void
  resume(): void
  /** Calls back once `delayMs` of this clock have passed; the answer takes the timer back. */
  after(delayMs: number, callback: () => void): () => void
  /** The same once they have passed on this clock or in real time, whichever comes first: a frozen clock ends no wait. */
  timeout(delayMs: number, callback: () => void): () => void
}

/** As they are at the beginning: a test that fakes the time of its program does not stop this clock. */
const realNow = Date.now
const realElapsed = performance.now.bind(performance)

/** The machine's clock as long as it goes forward: where somebody sets it back, time goes on from where it was. */
export function steadyClock(wallMs = realNow, elapsedMs: () => number = realElapsed): () => number {
  let startMs = wallMs() - elapsedMs()
  return () => {
    // Ahead it is after a step forward, or where the machine has slept, which nothing else counts.
    const wall = wallMs()
    const elapsed = elapsedMs()
    startMs = Math.max(startMs, wall - elapsed)
    return Math.floor(startMs + elapsed)
  }
}

interface Timer {
  dueMs: number
  callback: () => void
  handle?: NodeJS.Timeout
}

export function createClock(realMs: () => number = steadyClock()): Clock {
  let offsetMs = 0
  let frozenAtMs: number | null = null
  const timers = new Set<Timer>()

  const ms = () => frozenAtMs ?? realMs() + offsetMs

  function arm(timer: Timer) {
    clearTimeout(timer.handle)
    const waitMs = timer.dueMs - ms()
    if (waitMs > 0 && frozenAtMs !== null) return
    timer.handle = setTimeout(() => ring(timer), Math.min(Math.max(waitMs, 0), LONGEST_TIMEOUT_MS))
    // What is to come keeps nobody waiting for the end of the process.
    timer.handle.unref()
  }

  function ring(timer: Timer) {
    if (!timers.has(timer)) return
    if (timer.dueMs > ms()) return arm(timer)
    timers.delete(timer)
    timer.callback()
  }

  function moveTo(state: ClockState) {
    if (state.offsetMs === offsetMs && state.frozenAtMs === frozenAtMs) return
    offsetMs = state.offsetMs
    frozenAtMs = state.frozenAtMs
    for (const timer of [...timers].sort((a, b) => a.dueMs - b.dueMs)) arm(timer)
  }

  function after(delayMs: number, callback: () => void) {
    const timer: Timer = { dueMs: ms() + delayMs, callback }
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
    set: (to) => moveTo(frozenAtMs === null ? { offsetMs: to - realMs(), frozenAtMs } : { offsetMs, frozenAtMs: to }),
    freeze: () => moveTo({ offsetMs, frozenAtMs: ms() }),
    resume: () => moveTo({ offsetMs: ms() - realMs(), frozenAtMs: null }),
    after,
    timeout(delayMs, callback) {
      const cancelTimer = after(delayMs, end)
      const handle = setTimeout(end, delayMs).unref()
      function cancel() {
        cancelTimer()
        clearTimeout(handle)
      }
      function end() {
        cancel()
        callback()
      }
      return cancel
    },
  }
}

/** Real milliseconds since it was made: how long something took, never what time it is. */
export function stopwatch(): () => number {
  const startedAt = realElapsed()
  return () => realElapsed() - startedAt
}
