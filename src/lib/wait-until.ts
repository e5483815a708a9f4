// Waits for a condition: checks it at once, after each change, and at the timeout.

import { clearTimeout, setImmediate, setTimeout } from 'node:timers'
import { timerMs } from './clock.ts'

type Subscribe = (wake: () => void) => () => void

export interface Wait {
  /** Calls `wake` after each change that may affect the condition. The returned function unsubscribes. */
  subscribe?: Subscribe
  /** The timeout in real milliseconds, or Infinity. */
  withinMs: number
  signal?: AbortSignal | undefined
}

/**
 * Checks the condition. Returns undefined to keep waiting. If the condition depends on time, it may call `again` with
 * the milliseconds after which it must be checked again.
 */
export type Look<Found> = (again: (ms: number) => void) => Found | undefined | Promise<Found | undefined>

/**
 * Waits until `look` returns a value, and returns that value. Checks a last time at the timeout, and then returns
 * undefined. Throws if `signal` aborts.
 */
export async function waitUntil<Found>(look: Look<Found>, { subscribe, withinMs, signal }: Wait) {
  signal?.throwIfAborted()
  let isOver = withinMs <= 0
  let change = Promise.withResolvers<void>()
  let isDue = false
  const wake = () => {
    isDue = false
    change.resolve()
  }
  // Several changes in one turn of the event loop cause only one check. It runs in the next turn, so that the calls
  // handled in this turn are answered first.
  const wakeInNextTurn = () => {
    if (!isDue) setImmediate(wake)
    isDue = true
  }
  const end = () => {
    isOver = true
    wake()
  }
  const timers = Number.isFinite(withinMs) ? [setTimeout(end, timerMs(withinMs / 1000))] : []
  const again = (ms: number) => {
    clearTimeout(timers[1])
    timers[1] = setTimeout(wake, ms)
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

/** Waits for `ms` of real time, even while the emulator's clock is frozen. Throws if `signal` aborts. */
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
