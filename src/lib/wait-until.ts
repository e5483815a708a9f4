// Waits for a condition: looks at once, after each change, and when the time ends.

import { clearTimeout, setImmediate, setTimeout } from 'node:timers'
import { timerMs } from './clock.ts'

type Subscribe = (wake: () => void) => () => void

export interface Wait {
  /** Calls back after each change, until the returned function is called. */
  subscribe?: Subscribe
  /** Real milliseconds; Infinity waits for ever. */
  withinMs: number
  signal?: AbortSignal | undefined
}

/** What a wait looks for. `again` makes it look after so many milliseconds, for conditions that change with time alone. */
export type Look<Found> = (again: (ms: number) => void) => Found | undefined | Promise<Found | undefined>

/** Returns what `look` finds, or undefined if the time ends; the last look begins after that. */
export async function waitUntil<Found>(look: Look<Found>, { subscribe, withinMs, signal }: Wait) {
  signal?.throwIfAborted()
  let isOver = withinMs <= 0
  let change = Promise.withResolvers<void>()
  let isDue = false
  const wake = () => {
    isDue = false
    change.resolve()
  }
  // Several changes of one turn need one look, and a call is answered before anybody looks at it.
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

/** Lets real time pass. */
export const pause = (ms: number, signal?: AbortSignal): Promise<undefined> =>
  waitUntil<undefined>(() => undefined, { withinMs: ms, signal })

/** Listeners that are called back when something has changed. */
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
