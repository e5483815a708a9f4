// All that happens, under one numbering: calls, messages, updates, membership, deliveries, the clock.

import { randomBytes } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import { type Deferred, deferred } from '../lib/deferred.ts'
import type { Happening } from '../messenger/happening.ts'
import type { Call } from './journal.ts'
import { createRing } from './ring.ts'

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
  let waking = false
  let ended = false

  function wake() {
    news?.resolve()
    news = undefined
    waking = false
  }

  return {
    /** Names this run of the emulator: with the next one the numbers begin anew. */
    life: randomBytes(4).toString('hex'),
    /** Listeners hear of it in the next turn: a call is answered first. */
    add(entry: Entry) {
      ring.add({ at: clock.ms() / 1000, ...entry })
      if (!news || waking) return
      waking = true
      setImmediate(wake)
    },
    lastId: ring.lastId,
    clear: ring.clear,
    /** What came after an event, the first so many of it, and how many before those are no longer kept. */
    since(id: number, most: number): { missed: number; events: RecordedEvent[] } {
      const events = ring.since(id, most) as RecordedEvent[]
      return { missed: (events[0]?.id ?? ring.lastId() + 1) - id - 1, events }
    },
    /** Resolves at the next event, and at the end. */
    next(): Promise<void> {
      news ??= deferred()
      if (ended) news.resolve()
      return news.promise
    },
    ended: () => ended,
    /** No more will come: listeners leave. */
    end() {
      ended = true
      wake()
    },
  }
}
