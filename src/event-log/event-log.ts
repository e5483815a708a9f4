// The one record of what happened: appended at commit, in order, read by number, and followed by plain subscription.

import { randomBytes } from 'node:crypto'
import type { ReadClock } from '../lib/clock.ts'
import type { Call, Delivery, Entry, EntryType, NewEntry, Recorded, RecordedOf } from './entry.ts'
import { createBudget, createRing, type Ring, type Weight } from './ring.ts'
import { weigh } from './weigh.ts'

/** Calls and deliveries are looked up for longer than everything else is replayed. */
const KEPT = { entries: 20_000, calls: 10_000, deliveries: 1_000 }

/** What all of them may hold together. */
const MAX_BYTES = 32 * 1024 * 1024

export type Listener<Type extends EntryType = EntryType> = (entries: readonly RecordedOf<Type>[]) => void

/** The log for whoever only looks. */
export interface ReadLog {
  /** Names this run of the emulator: with the next one the numbers begin again. */
  readonly life: string
  readonly calls: Pick<Ring<Omit<Call, 'id'>>, 'since' | 'lastId'>
  readonly deliveries: Pick<Ring<Omit<Delivery, 'id'>>, 'since' | 'get'>
  lastId(): number
  /** How much it holds, and how much it may hold before the oldest goes. */
  size(): { bytes: number; max_bytes: number }
  /** What came after an entry, at most so many, and how many before those are no longer kept. */
  since(id: number, max: number): { missed: number; entries: Recorded[] }
  /** Calls back after each commit, with what it has appended; the answer ends it. */
  subscribe(listener: Listener): () => void
  /** The same for some types only. */
  subscribeTo<Type extends EntryType>(types: readonly Type[], listener: Listener<Type>): () => void
  /** Whether nothing more will come. */
  ended(): boolean
}

export interface EventLog extends ReadLog {
  append(entries: readonly NewEntry[]): void
  /** Lets those who follow it read to the end, and leave. */
  end(): void
}

interface Follower {
  hear(entries: readonly Recorded[]): void
  /** Those it hears of; all where there are none. */
  types?: ReadonlySet<EntryType>
}

export function createEventLog(clock: ReadClock): EventLog {
  const budget = createBudget(MAX_BYTES)
  const all = createRing<Entry & { at: number }>(KEPT.entries, budget)
  const calls = createRing<Omit<Call, 'id'>>(KEPT.calls, budget)
  const deliveries = createRing<Omit<Delivery, 'id'>>(KEPT.deliveries, budget)
  const rings = [all, calls, deliveries]
  const followers = new Set<Follower>()
  let ended = false

  function record(whole: NewEntry): Recorded {
    const at = clock.ms() / 1000
    const { entry, bytes } = weigh(whole)
    const weight = { bytes, order: all.lastId() + 1, holders: 0 }
    const recorded = add(entry, at, weight)
    while (budget.used() > budget.max) forgetOldest()
    return recorded
  }

  function add(entry: NewEntry, at: number, weight: Weight): Recorded {
    if (entry.type === 'call') return all.add({ type: 'call', at, call: calls.add(entry.call, weight) }, weight)
    if (entry.type === 'delivery') {
      return all.add({ type: 'delivery', at, delivery: deliveries.add(entry.delivery, weight) }, weight)
    }
    return all.add({ ...entry, at }, weight)
  }

  /** Wherever it is kept. */
  function forgetOldest() {
    const order = Math.min(...rings.map((ring) => ring.oldest()?.order ?? Number.POSITIVE_INFINITY))
    for (const ring of rings) if (ring.oldest()?.order === order) ring.forgetOldest()
  }

  function notify(entries: readonly Recorded[]) {
    for (const { types, hear } of followers) {
      if (!types) hear(entries)
      else if (entries.some(({ type }) => types.has(type))) hear(entries.filter(({ type }) => types.has(type)))
    }
  }

  function follow(follower: Follower) {
    followers.add(follower)
    return () => void followers.delete(follower)
  }

  return {
    life: randomBytes(4).toString('hex'),
    calls,
    deliveries,
    lastId: all.lastId,
    size: () => ({ bytes: budget.used(), max_bytes: budget.max }),
    since(id, max) {
      const entries = all.since(id, max)
      return { missed: (entries[0]?.id ?? all.lastId() + 1) - id - 1, entries }
    },
    subscribe: (listener) => follow({ hear: listener }),
    subscribeTo: (types, listener) => follow({ hear: listener, types: new Set(types) }),
    ended: () => ended,
    append(entries) {
      // A world that goes takes with it what was recorded of it; the numbers go on.
      const gone = entries.some(({ type }) => type === 'world' || type === 'cleared')
      if (gone) for (const ring of rings) ring.clear()
      notify(entries.map(record))
    },
    end() {
      ended = true
      notify([])
    },
  }
}
