// The world: database, clock, settings and event log, changed in transactions.

import { setImmediate } from 'node:timers'
import type { Clock, ClockState, ReadClock } from '../../lib/clock.ts'
import type { NewEntry, WorldEvent } from '../event-log/entry.ts'
import type { EventLog, ReadLog } from '../event-log/event-log.ts'
import { DEFAULT_SERVICE, type ServiceChanges, type ServiceSettings } from '../rules/settings.ts'
import type { Snapshots } from '../store/archives/snapshots.ts'
import type { Bytes } from '../store/bytes.ts'
import type { ReadStore, Store } from '../store/store.ts'
import type { Faults, ReadFaults } from './faults/faults.ts'
import { createTransfers, type ReadTransfers, type Transfers } from './files/transfers.ts'
import { type AwaitedTokens, createAwaitedTokens } from './users/awaited-tokens.ts'

export interface Read {
  readonly store: ReadStore
  readonly clock: ReadClock
  readonly log: ReadLog
  readonly service: Readonly<ServiceSettings>
  /** The address at which the emulator answers, or a word for it while it does not listen. */
  readonly address: string
  readonly listensAt: readonly string[]
  readonly bytes: Pick<Bytes, 'has' | 'pathOf'>
  readonly snapshots: Pick<Snapshots, 'list' | 'get' | 'has' | 'pathOf'>
  readonly transfers: ReadTransfers
  readonly faults: ReadFaults
}

/** A transaction: gives access to the world, and may change it. */
export interface Tx extends Read {
  readonly store: Store
  readonly clock: Clock
  service: ServiceSettings
  readonly bytes: Bytes
  readonly snapshots: Snapshots
  readonly transfers: Transfers
  readonly faults: Faults
  /** Settings with which the emulator was started. They override the settings stored in the database. */
  readonly fixedService: ServiceChanges
  /** Throws a Problem for invalid settings, because the database may have been edited by hand. */
  parseService(stored: unknown): ServiceChanges
  readonly awaitedTokens: AwaitedTokens
  /** Adds an event, which is logged when the transaction is committed. */
  emit(event: WorldEvent): void
  /**
   * Replaces the database once the current transaction has been committed. Then runs `work` in a transaction of the new
   * database.
   */
  replaceStore(next: string | Buffer, work: () => void): void
}

export interface World extends Tx {
  readonly log: EventLog
  address: string
  listensAt: readonly string[]
  /** Commits all changes of `work`, or none if it throws. */
  transact<T>(work: (tx: Tx) => T): T
  /** All calls of a turn of the event loop share one commit, because a commit is slow. */
  transactShared<T>(work: (tx: Tx) => T): Promise<T>
}

type Parts = Pick<World, 'store' | 'bytes' | 'snapshots' | 'clock' | 'log' | 'faults' | 'fixedService' | 'parseService'>

export function createWorld(parts: Parts): World {
  const { store, clock, log } = parts
  let emitted: NewEntry[] = []
  let replacement: { next: string | Buffer; work: () => void } | undefined

  /** Runs `work` in a transaction. If it throws, also restores settings, clock and list of emitted events. */
  function savepoint<T>(work: () => T, transaction: (work: () => T) => T = store.transaction): T {
    const { service } = world
    const time = clock.state()
    const before = emitted.length
    try {
      return transaction(work)
    } catch (error) {
      world.service = service
      clock.restore(time)
      emitted.length = before
      throw error
    }
  }

  function transact<T>(work: () => T): T {
    emitted = []
    replacement = undefined as typeof replacement
    const result = savepoint(work)
    if (replacement) {
      const { next, work } = replacement
      savepoint(work, (run) => store.replaceWith(next, run))
    }
    if (emitted.length) log.append(emitted)
    return result
  }

  const shared = shareCommits(transact, savepoint, () => store.inTransaction())
  const world: World = {
    ...parts,
    transfers: createTransfers(),
    awaitedTokens: createAwaitedTokens(),
    address: 'of this emulator',
    listensAt: [],
    service: DEFAULT_SERVICE,
    emit: (event) => void emitted.push(event),
    replaceStore(next, work) {
      replacement = { next, work }
    },
    transact: (work) => transact(() => work(world)),
    transactShared: (work) => shared(() => work(world)),
  }
  const savedClock = store.settings.get<ClockState>('clock')
  if (savedClock) clock.restore(savedClock)
  // Events must not precede stored ones, even if the machine's clock was set back since the last run.
  const earliestMs = latestEventMs(world)
  if (clock.ms() < earliestMs) clock.set(earliestMs)
  return world
}

type Run = <T>(work: () => T) => T

interface Pending {
  work: () => unknown
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that queues work. All work of a turn of the event loop shares a transaction, because a commit
 * costs more than the work. Each piece has its own savepoint, so that it fails alone. If an error such as a full disk
 * ends the whole transaction, `isIntact` returns false and all promises are rejected.
 */
function shareCommits(transact: Run, savepoint: Run, isIntact: () => boolean) {
  let pending: Pending[] = []

  function attempt({ work, resolve, reject }: Pending): () => void {
    try {
      const value = savepoint(work)
      return () => resolve(value)
    } catch (error) {
      if (!isIntact()) throw error
      return () => reject(error)
    }
  }

  function commitTurn() {
    const turn = pending
    pending = []
    const [first, ...others] = turn
    try {
      // A single piece of work needs no savepoint, because it can roll back the whole transaction.
      if (first && !others.length) first.resolve(transact(first.work))
      else for (const settle of transact(() => turn.map(attempt))) settle()
    } catch (error) {
      for (const { reject } of turn) reject(error)
    }
  }

  return <T>(work: () => T): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    if (!pending.length) setImmediate(commitTurn)
    pending.push({ work, resolve: resolve as (value: unknown) => void, reject })
    return promise
  }
}

export function latestEventMs({ store }: Read): number {
  const { messages, updates, ledger, webhooks } = store
  const latestDate = Math.max(messages.latestDate(), webhooks.latestFailureDate())
  return Math.max(latestDate * 1000, updates.latestMs(), ledger.latestMs())
}
