// Waits for a condition: checks it at once, after each change, and at the timeout.

import { clearTimeout, setImmediate, setTimeout } from 'node:timers'
import { timerMs } from './clock.ts'

type Subscribe = (wake: () => void) => () => void

export interface Wait {
  /** Calls back after each change, until the returned function is called. */
  subscribe?: Subscribe
  /** The timeout in real milliseconds, or Infinity. */
  withinMs: number
  signal?: AbortSignal | undefined
}

/** Checks the condition. It may call `again` to be checked after a delay, if the condition depends on time. */
export type Look<Found> = (again: (ms: number) => void) => Found | undefined | Promise<Found | undefined>

/** Waits until `look` returns a value, and returns it, or undefined after the timeout. A last check runs at the timeout. */
export async function waitUntil<Found>(look: Look<Found>, { subscribe, withinMs, signal }: Wait) {
  signal?.throwIfAborted()
  let isOver = withinMs <= 0
  let change = Promise.withResolvers<void>()
  let isDue = false
  const wake = () => {
    isDue = false
    change.resolve()
  }
  // One check is enough for several changes in a turn. It runs in the next turn, after the calls of this one are answered.
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

/** Waits for some real milliseconds. */
export const pause = (ms: number, signal?: AbortSignal): Promise<undefined> =>
  waitUntil<undefined>(() => undefined, { withinMs: ms, signal })

/** Creates a list of listeners, all of which `wake` calls. */
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
