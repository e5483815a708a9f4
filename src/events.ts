// All that happens, under one numbering: calls, messages, updates, membership, deliveries, the clock.

import type { Call } from './journal.ts'
import type { Clock } from './lib/clock.ts'
import { type Deferred, deferred } from './lib/deferred.ts'
import { createRing } from './lib/ring.ts'
import type { Happening } from './world/happening.ts'

export type Entry = Happening | { type: 'call'; call: Call } | ActionTaken

/** What somebody did, as it was asked for. */
export interface ActionTaken {
  type: 'action'
  action: string
  params: unknown
  result: unknown
}

export type RecordedEvent = Entry & {
  id: number
  /** Unix seconds of the emulator's clock, with fractions. */
  at: number
}

const KEPT_EVENTS = 20_000

export type Events = ReturnType<typeof createEvents>

export function createEvents(clock: Clock) {
  const ring = createRing<Entry & { at: number }>(KEPT_EVENTS)
  let news: Deferred<void> | undefined

  return {
    add(entry: Entry) {
      ring.add({ at: clock.ms() / 1000, ...entry })
      news?.resolve()
      news = undefined
    },
    lastId: ring.lastId,
    clear: ring.clear,
    /** What came after an event, and how many of those are no longer kept. */
    since(id: number): { missed: number; events: RecordedEvent[] } {
      const events = ring.since(id) as RecordedEvent[]
      return { missed: Math.max(0, ring.lastId() - Math.max(0, id) - events.length), events }
    },
    /** Resolves at the next event. */
    next(): Promise<void> {
      news ??= deferred()
      return news.promise
    },
  }
}
