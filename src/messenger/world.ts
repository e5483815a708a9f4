// The world: database, clock, settings and event log, changed in transactions.

import type { TimePlayer } from '../bot-clock/play-time.ts'
import type { NewEntry, WorldEvent } from '../event-log/entry.ts'
import type { EventLog, ReadLog } from '../event-log/event-log.ts'
import type { Clock, ClockState, ReadClock } from '../lib/clock.ts'
import type { Snapshots } from '../store/archives/snapshots.ts'
import type { Bytes } from '../store/bytes.ts'
import { shareCommits } from '../store/share-commits.ts'
import type { ReadStore, Store } from '../store/store.ts'
import type { Faults, ReadFaults } from './faults/faults.ts'
import { createTransfers, type ReadTransfers, type Transfers } from './files/transfers.ts'
import { DEFAULT_SERVICE, type ServiceChanges, type ServiceSettings } from './service/settings.ts'
import { type AwaitedTokens, createAwaitedTokens } from './users/awaited-tokens.ts'
import type { Programs } from './users/programs.ts'

export interface Read {
  readonly store: ReadStore
  readonly clock: ReadClock
  readonly log: ReadLog
  readonly service: Readonly<ServiceSettings>
  readonly listensAt: readonly string[]
  readonly bytes: Pick<Bytes, 'has' | 'pathOf'>
  readonly snapshots: Pick<Snapshots, 'list' | 'get' | 'has' | 'pathOf'>
  readonly transfers: ReadTransfers
  readonly faults: ReadFaults
  readonly programs: Programs
}

/** The world inside a transaction, which may change it. */
export interface Tx extends Read {
  readonly store: Store
  readonly clock: Clock
  service: ServiceSettings
  readonly bytes: Bytes
  readonly snapshots: Snapshots
  readonly transfers: Transfers
  readonly faults: Faults
  /** Settings with which the emulator was started. They override those of a database. */
  readonly fixedService: ServiceChanges
  /** Throws a Problem for invalid settings, because the database may have been edited by hand. */
  parseService(stored: unknown): ServiceChanges
  readonly awaitedTokens: AwaitedTokens
  /** Adds an event, which is logged when the transaction is committed. */
  emit(event: WorldEvent): void
  /** Replaces the database after the commit, and runs `work` in a transaction of the new database. */
  replaceStore(next: string | Buffer, work: () => void): void
}

export interface World extends Tx {
  readonly log: EventLog
  /** Moves the clock, together with the bot programs that follow it. */
  readonly timePlayer: TimePlayer
  listensAt: readonly string[]
  /** Commits all changes of `work`, or none if it throws. */
  transact<T>(work: (tx: Tx) => T): T
  /** All calls of a turn of the event loop share one commit, because a commit is slow. */
  transactShared<T>(work: (tx: Tx) => T): Promise<T>
}

type Parts = Pick<
  World,
  'store' | 'bytes' | 'snapshots' | 'clock' | 'log' | 'faults' | 'fixedService' | 'parseService' | 'timePlayer'
>

export function createWorld(parts: Parts): World {
  const { store, clock, log } = parts
  let emitted: NewEntry[] = []
  let replaceStore: (() => void) | undefined

  /** If `run` throws, restores the settings, the clock and the list of emitted events. */
  function restoreOnError<T>(run: () => T): T {
    const { service } = world
    const time = clock.state()
    const before = emitted.length
    try {
      return run()
    } catch (error) {
      world.service = service
      clock.restore(time)
      emitted.length = before
      throw error
    }
  }

  const savepoint = <T>(work: () => T): T => restoreOnError(() => store.transaction(work))

  function transact<T>(work: () => T): T {
    emitted = []
    replaceStore = undefined
    const result = savepoint(work)
    if (replaceStore) restoreOnError(replaceStore)
    if (emitted.length) log.append(emitted)
    return result
  }

  const shared = shareCommits(transact, savepoint, () => store.inTransaction())
  const world: World = {
    ...parts,
    transfers: createTransfers(),
    awaitedTokens: createAwaitedTokens(),
    programs: new Map(),
    listensAt: [],
    service: DEFAULT_SERVICE,
    emit: (event) => void emitted.push(event),
    replaceStore(next, work) {
      replaceStore = () => store.replaceWith(next, work)
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

export function latestEventMs({ store }: Read): number {
  const { messages, updates, ledger, webhooks } = store
  const latestDate = Math.max(messages.latestDate(), webhooks.latestFailureDate())
  return Math.max(latestDate * 1000, updates.latestMs(), ledger.latestMs())
}
