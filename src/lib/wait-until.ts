// Waits until a condition is true, and checks the condition after each change.

import { setImmediate } from 'node:timers'
import { timerMs } from './clock.ts'
import { clearTimeout, setTimeout } from './real-timers.ts'

type Subscribe = (wake: () => void) => () => void

export interface Wait {
  /** `wake` is called after each change that may affect the condition. */
  subscribe?: Subscribe
  /** The timeout in real milliseconds, or Infinity. */
  withinMs: number
  signal?: AbortSignal | undefined
}

/** Checks the condition. Returns undefined to keep waiting; `again(ms)` requests a check after that time. */
export type Look<Found> = (again: (ms: number) => void) => Found | undefined | Promise<Found | undefined>

/** Waits until `look` finds a value. Returns undefined after the timeout. Throws if `signal` aborts. */
export async function waitUntil<Found>(look: Look<Found>, { subscribe, withinMs, signal }: Wait) {
  signal?.throwIfAborted()
  let isOver = withinMs <= 0
  let change = Promise.withResolvers<void>()
  let isDue = false
  const wake = () => {
    isDue = false
    change.resolve()
  }
  // Several changes in one turn of the event loop cause only one check, after that turn's calls are answered.
  const wakeInNextTurn = () => {
    if (!isDue) setImmediate(wake)
    isDue = true
  }
  const end = () => {
    isOver = true
    wake()
  }
  const timers = !isOver && Number.isFinite(withinMs) ? [setTimeout(end, timerMs(withinMs / 1000))] : []
  const again = (ms: number) => {
    clearTimeout(timers[1])
    timers[1] = setTimeout(wake, Math.max(ms, 0))
  }
  const unsubscribe = subscribe?.(wakeInNextTurn)
  signal?.addEventListener('abort', wake)
  try {
    for (;;) {
      const isLast = isOver
      change = Promise.withResolvers()
      const found = await look(again)
      if (found !== undefined || isLast) return found
      signal?.throwIfAborted()
      await change.promise
      signal?.throwIfAborted()
    }
  } finally {
    for (const timer of timers) clearTimeout(timer)
    unsubscribe?.()
    signal?.removeEventListener('abort', wake)
  }
}

/** Waits in real time, even while the emulator's clock is frozen. Throws if `signal` aborts. */
export const pause = (ms: number, signal?: AbortSignal): Promise<undefined> =>
  waitUntil<undefined>(() => undefined, { withinMs: ms, signal })

/** Creates a list of listeners. `wake` calls each of them. */
export function createChanges() {
  const listeners = new Set<() => void>()
  return {
    wake() {
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
