// The event log: appended at each commit, read by id, and followed by subscribers.

import { randomBytes } from 'node:crypto'
import type { ReadClock } from '../../lib/clock.ts'
import { withCutTexts } from './cut-texts.ts'
import type { Call, Delivery, EntryType, LogEntry, NewEntry, Recorded, RecordedOf } from './entry.ts'
import { createRing, type Ring } from './ring.ts'

const MIB = 1024 * 1024

/** Calls and deliveries also have rings of their own, so that frequent events of other types do not push them out. */
const ALL = { entries: 20_000, bytes: 16 * MIB }
const CALLS = { entries: 10_000, bytes: 14 * MIB }
const DELIVERIES = { entries: 1_000, bytes: 2 * MIB }
const MAX_BYTES = ALL.bytes + CALLS.bytes + DELIVERIES.bytes

export type Listener<Type extends EntryType = EntryType> = (entries: readonly RecordedOf<Type>[]) => void

export interface ReadLog {
  /** A random id of this run, because the numbers of entries start again in each run of the emulator. */
  readonly runId: string
  readonly calls: Pick<Ring<Omit<Call, 'id'>>, 'since' | 'lastId'>
  readonly deliveries: Pick<Ring<Omit<Delivery, 'id'>>, 'since' | 'get'>
  lastId(): number
  /** The estimated size of the log, and its limit. */
  size(): { bytes: number; max_bytes: number }
  /** `missed` is the number of entries after `id` that have been dropped. */
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
  const all = createRing<LogEntry & { at: number }>(ALL)
  const calls = createRing<Omit<Call, 'id'>>(CALLS)
  const deliveries = createRing<Omit<Delivery, 'id'>>(DELIVERIES)
  const rings = [all, calls, deliveries]
  const followers = new Set<Follower>()
  let ended = false

  function record(newEntry: NewEntry): Recorded {
    const at = clock.ms() / 1000
    const { entry, bytes } = withCutTexts(newEntry)
    const add = (numbered: LogEntry) => all.add({ ...numbered, at }, bytes)
    if (entry.type === 'call') return add({ type: 'call', call: calls.add(entry.call, bytes) })
    if (entry.type === 'delivery') return add({ type: 'delivery', delivery: deliveries.add(entry.delivery, bytes) })
    return add(entry)
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
    size: () => ({ bytes: rings.reduce((sum, ring) => sum + ring.bytes(), 0), max_bytes: MAX_BYTES }),
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
