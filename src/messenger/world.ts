// The world: store, clock, settings and event log, with one transaction per call.

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

/** The read-only view of the world. */
export interface Read {
  readonly store: ReadStore
  readonly clock: ReadClock
  readonly log: ReadLog
  readonly service: Readonly<ServiceSettings>
  /** The addresses at which the emulator listens. */
  readonly listensAt: readonly string[]
  readonly bytes: Pick<Bytes, 'has' | 'pathOf'>
  readonly snapshots: Pick<Snapshots, 'list' | 'get' | 'has' | 'pathOf'>
  readonly transfers: ReadTransfers
  readonly faults: ReadFaults
}

/** The world within a transaction. */
export interface Tx extends Read {
  readonly store: Store
  readonly clock: Clock
  service: ServiceSettings
  readonly bytes: Bytes
  readonly snapshots: Snapshots
  readonly transfers: Transfers
  readonly faults: Faults
  /** The settings of the start, which override the stored settings of any world. */
  readonly fixedService: ServiceChanges
  /** Validates stored settings of the service. Throws a Problem, because a database may be edited or malicious. */
  parseService(stored: unknown): ServiceChanges
  /** The tokens of bots that a reset has removed and that may be created again. */
  readonly awaitedTokens: AwaitedTokens
  /** Emits an event, which is added to the event log when the transaction is committed. */
  emit(event: WorldEvent): void
  /** Replaces the database after this transaction is committed, and runs the work in the new database. */
  replaceStore(next: string | Buffer, work: () => void): void
}

export interface World extends Tx {
  readonly log: EventLog
  /** Moves the clock together with the processes that follow it. */
  readonly timePlayer: TimePlayer
  listensAt: readonly string[]
  /** Runs the work of one call. Commits all of its changes, or none if it throws. */
  transact<T>(work: (tx: Tx) => T): T
  /** Runs the work after this turn of the event loop, in one commit with the other calls of the turn. */
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

  /** Runs a function. If it throws, restores the settings, the clock and the list of emitted events. */
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
  // The machine's clock may have been set back since the last run, but new events must be later than stored ones.
  const earliestMs = latestEventMs(world)
  if (clock.ms() < earliestMs) clock.set(earliestMs)
  return world
}

/** Returns the time of the latest stored event of the world, in milliseconds. */
export function latestEventMs({ store }: Read): number {
  const { messages, updates, ledger, webhooks } = store
  const latestDate = Math.max(messages.latestDate(), webhooks.latestFailureDate())
  return Math.max(latestDate * 1000, updates.latestMs(), ledger.latestMs())
}
