// The messenger: its store, its clock, its settings, and one transaction per call.

import { createRing, type Ring } from '../event-log/ring.ts'
import type { Clock, ClockState } from '../lib/clock.ts'
import type { Snapshots } from '../store/archives/snapshots.ts'
import type { Bytes } from '../store/bytes.ts'
import { shareCommits } from '../store/share-commits.ts'
import type { Store } from '../store/store.ts'
import type { Faults } from './faults/faults.ts'
import { createTransfers, type Transfers } from './files/transfers.ts'
import type { Happening } from './happening.ts'
import { DEFAULT_SERVICE, type ServiceChanges, type ServiceSettings } from './service/settings.ts'
import { createResting, type Resting } from './users/resting.ts'
import { type Delivery, KEPT_DELIVERIES } from './webhooks/delivery.ts'

export interface World {
  readonly store: Store
  readonly bytes: Bytes
  readonly transfers: Transfers
  readonly faults: Faults
  readonly clock: Clock
  service: ServiceSettings
  /** The addresses at which the service can be called. */
  listensAt: readonly string[]
  /** Settings given at the start: a reset or another world leaves them as they are. */
  readonly fixedService: ServiceChanges
  /** Bots that a reset has taken away and that may be made again. */
  readonly resting: Resting
  readonly snapshots: Snapshots
  /** The last attempts to deliver to webhooks. */
  readonly deliveries: Ring<Delivery>
  /** Notes what the running transaction has done, to be told once it is committed. */
  happened(happening: Happening): void
  /** Tells at once of what is committed already, a single statement being a transaction of its own. */
  hasHappened(happening: Happening): void
  /** Runs one call: all of its changes, or, when it throws, none of them. */
  transact<T>(work: () => T): T
  /** The same, a moment later and in one commit with the other calls of this moment. */
  transactShared<T>(work: () => T): Promise<T>
}

type Parts = Pick<World, 'store' | 'bytes' | 'snapshots' | 'clock' | 'faults' | 'fixedService'>

export function createWorld(parts: Parts, tell: (happenings: readonly Happening[]) => void): World {
  const { store, clock } = parts
  let happenings: Happening[] = []

  function allOrNothing<T>(work: () => T): T {
    const { service } = world
    const time = clock.state()
    const noted = happenings.length
    try {
      return store.transaction(work)
    } catch (error) {
      world.service = service
      clock.restore(time)
      happenings.length = noted
      throw error
    }
  }

  function transact<T>(work: () => T): T {
    happenings = []
    const result = allOrNothing(work)
    if (happenings.length) tell(happenings)
    return result
  }

  const world: World = {
    ...parts,
    transfers: createTransfers(),
    resting: createResting(),
    deliveries: createRing(KEPT_DELIVERIES),
    listensAt: [],
    service: DEFAULT_SERVICE,
    happened: (happening) => void happenings.push(happening),
    hasHappened: (happening) => tell([happening]),
    transact,
    transactShared: shareCommits(transact, allOrNothing, store.inTransaction),
  }
  const savedClock = store.settings.get<ClockState>('clock')
  if (savedClock) clock.restore(savedClock)
  return world
}

/** The last moment of which the world holds a record, in milliseconds. */
export function lastRecordMs({ store }: World): number {
  return Math.max(store.messages.latestDate() * 1000, store.updates.latestMs(), store.spent.latestMs())
}
