// The event log: appended at each commit, read by id, and followed by subscribers.

import { randomBytes } from 'node:crypto'
import type { ReadClock } from '../lib/clock.ts'
import type { Call, Delivery, Entry, EntryType, NewEntry, Recorded, RecordedOf } from './entry.ts'
import { limitEntry } from './limit-entry.ts'
import { createRing, type Ring } from './ring.ts'

/**
 * The maximum length of each list. Calls and deliveries also have lists of their own, so that frequent events of other
 * types do not evict them.
 */
const MAX_ENTRIES = { entries: 20_000, calls: 10_000, deliveries: 1_000 }

/** The maximum memory for the lists of all entry types together. */
const MAX_BYTES = 32 * 1024 * 1024

export type Listener<Type extends EntryType = EntryType> = (entries: readonly RecordedOf<Type>[]) => void

export interface ReadLog {
  /** A random id of this run, because the numbers of entries start again in each run of the emulator. */
  readonly runId: string
  readonly calls: Pick<Ring<Omit<Call, 'id'>>, 'since' | 'lastId'>
  readonly deliveries: Pick<Ring<Omit<Delivery, 'id'>>, 'since' | 'get'>
  lastId(): number
  /** The memory that the log uses, and the limit above which the oldest entries are evicted. */
  size(): { bytes: number; max_bytes: number }
  /** `missed` is the number of entries after `id` that have been evicted. */
  since(id: number, max: number): { missed: number; entries: Recorded[] }
  /** The listener gets the new entries after each commit. Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void
  /** The listener gets only entries of the given types. */
  subscribeTo<Type extends EntryType>(types: readonly Type[], listener: Listener<Type>): () => void
  ended(): boolean
}

export interface EventLog extends ReadLog {
  append(entries: readonly NewEntry[]): void
  /** Ends the log. Listeners of `subscribe` get an empty list, so that they read the last entries and finish. */
  end(): void
}

interface Follower {
  notify(entries: readonly Recorded[]): void
  /** The types of the entries to notify of. Undefined means all types. */
  types?: ReadonlySet<EntryType>
}

export function createEventLog(clock: ReadClock): EventLog {
  const budget = { used: 0 }
  const all = createRing<Entry & { at: number }>(MAX_ENTRIES.entries, budget)
  const calls = createRing<Omit<Call, 'id'>>(MAX_ENTRIES.calls, budget)
  const deliveries = createRing<Omit<Delivery, 'id'>>(MAX_ENTRIES.deliveries, budget)
  const rings = [all, calls, deliveries]
  const followers = new Set<Follower>()
  let ended = false

  function record(newEntry: NewEntry): Recorded {
    const at = clock.ms() / 1000
    const { entry, bytes } = limitEntry(newEntry)
    const weight = { bytes, order: all.lastId() + 1, holders: 0 }
    let numbered: Entry
    if (entry.type === 'call') numbered = { type: 'call', call: calls.add(entry.call, weight) }
    else if (entry.type === 'delivery') {
      numbered = { type: 'delivery', delivery: deliveries.add(entry.delivery, weight) }
    } else numbered = entry
    const recorded = all.add({ ...numbered, at }, weight)
    while (budget.used > MAX_BYTES) evictOldest()
    return recorded
  }

  function evictOldest() {
    const order = Math.min(...rings.map((ring) => ring.oldest()?.order ?? Number.POSITIVE_INFINITY))
    for (const ring of rings) if (ring.oldest()?.order === order) ring.evictOldest()
  }

  function notify(entries: readonly Recorded[]) {
    for (const { types, notify: hear } of followers) {
      if (!types) hear(entries)
      else if (entries.some(({ type }) => types.has(type))) hear(entries.filter(({ type }) => types.has(type)))
    }
  }

  function follow(follower: Follower) {
    followers.add(follower)
    return () => void followers.delete(follower)
  }

  return {
    runId: randomBytes(4).toString('hex'),
    calls,
    deliveries,
    lastId: all.lastId,
    size: () => ({ bytes: budget.used, max_bytes: MAX_BYTES }),
    since(id, max) {
      const entries = all.since(id, max)
      return { missed: (entries[0]?.id ?? all.lastId() + 1) - id - 1, entries }
    },
    subscribe: (listener) => follow({ notify: listener }),
    subscribeTo: (types, listener) => follow({ notify: listener, types: new Set(types) }),
    ended: () => ended,
    append(entries) {
      // The numbering of entries continues after a reset.
      const isReset = entries.some(({ type }) => type === 'world' || type === 'cleared')
      if (isReset) for (const ring of rings) ring.clear()
      notify(entries.map(record))
    },
    end() {
      ended = true
      notify([])
    },
  }
}
