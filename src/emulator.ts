// The composition root: one clock, one store, one log, one world, and the two doors to it, for bots and for people.

import { setImmediate } from 'node:timers'
import { createBotDoor } from './bot-api/handle-call.ts'
import { catalogue } from './control-api/actions/catalogue.ts'
import { viewClock } from './control-api/build-views/traffic.ts'
import { feed } from './control-api/event-feed.ts'
import { importWorld } from './control-api/import-world.ts'
import { actionNamed, parseParams, perform } from './control-api/perform.ts'
import { storedFile } from './control-api/stored-file.ts'
import { findView, isRows } from './control-api/views/find-view.ts'
import { waitForCall } from './control-api/wait.ts'
import { createCourier } from './delivery/courier.ts'
import { createPolls } from './delivery/polls.ts'
import { createEventLog } from './event-log/event-log.ts'
import { createClock } from './lib/clock.ts'
import { createFaults } from './messenger/faults/faults.ts'
import { requireFastPatternsAtOnce } from './messenger/service/patterns.ts'
import type { ServiceChanges } from './messenger/service/settings.ts'
import { expireUpdates, removeForgotten, tidyBytes } from './messenger/tidy.ts'
import { noticeReturningBots } from './messenger/users/returning-bots.ts'
import { settle, takeArchive } from './messenger/whole-world/archive.ts'
import { createWorld } from './messenger/world.ts'
import { OPERATION_NAMES } from './spec/operation-names.ts'
import { openPlace } from './store/place.ts'
import { VERSION } from './version.ts'

export interface EmulatorOptions {
  /** The database file; none keeps everything in memory. */
  file?: string
  /** Brings each answer to the disk before it is given, so that a loss of power takes none back. */
  durable?: boolean
  /** Settings of the service that hold whatever world is put in place, as updateService takes them. */
  service?: Readonly<Record<string, unknown>>
}

export type Emulator = ReturnType<typeof createEmulator>

export function createEmulator({ file = ':memory:', durable = false, service = {} }: EmulatorOptions = {}) {
  const fixedService = parseParams(actionNamed('updateService'), service) as ServiceChanges
  requireFastPatternsAtOnce(fixedService)
  const clock = createClock()
  const { store, bytes, snapshots } = openPlace(file, { durable })
  const log = createEventLog(clock)
  const faults = createFaults(OPERATION_NAMES)
  const world = createWorld({ store, bytes, snapshots, clock, log, faults, fixedService })
  const polls = createPolls(clock)
  const courier = createCourier(world)
  const closing = new AbortController()
  const door = createBotDoor(world, polls, closing.signal)

  log.subscribeTo(['file-deleted', 'world'], tidyBytes(world))
  log.subscribeTo(['user', 'bot', 'world'], noticeReturningBots(world))
  log.subscribeTo(['update', 'webhook', 'bot', 'world', 'cleared'], polls.onEntries)
  log.subscribeTo(['update', 'webhook', 'bot', 'world', 'cleared', 'acknowledged'], courier.onEntries)
  log.subscribeTo(['update', 'clock', 'world'], expireUpdates(world))
  log.subscribeTo(
    ['update', 'handed-out', 'acknowledged', 'delivery', 'clock', 'world'],
    removeForgotten(world, closing.signal),
  )
  log.subscribeTo(['world', 'cleared'], door.onAnotherWorld)

  world.transact(settle)
  // Not before whoever makes it has said what holds from now on: a route may lead elsewhere than last time.
  setImmediate(courier.wakeAll)

  const look = (path: string, query: Record<string, string>) =>
    findView({ read: world, isPolling: polls.isOpen }, path, query)

  return {
    world,
    polls,
    /** A bot's call of an operation. */
    call: door.answer,
    admitBody: door.admitBody,
    /** What a person does, or the person at the keyboard as the service; a promise where files are looked at first. */
    perform: (name: string, body: unknown): unknown => perform(world, name, body),
    /** The world as it is, by the path of a view. */
    view(path: string, query: Record<string, string> = {}): unknown {
      const found = look(path, query)
      return isRows(found) ? [...found] : found
    },
    /** The same, but for a list its rows, to be read by and by. */
    look,
    fileNamed: (uniqueId: string) => storedFile(world, uniqueId),
    actions: catalogue,
    health: () => ({
      version: VERSION,
      in_memory: file === ':memory:',
      clock: viewClock(clock),
      last_event: log.lastId(),
      log: log.size(),
    }),
    /** What happens from now on, or after an event. */
    feed: (query: Record<string, string>, signal: AbortSignal) => feed(world, query, signal),
    /** The call that matches, or the nearest miss. */
    wait: (query: unknown, signal?: AbortSignal) => waitForCall(world, closing.signal, query, signal),
    /** Names this run of the emulator in the ids of events. */
    life: log.life,
    /** Says at which addresses the service can be called. */
    listenAt(addresses: readonly string[]) {
      world.listensAt = addresses
    },
    /** The whole world in one file, for whoever tidies it away afterwards. */
    exportWorld: ({ tokens = false } = {}) => takeArchive(world, { tokens }),
    /** Puts an exported world in place of this one; the file is brought to where it is told. */
    importWorld: (bring: (path: string) => Promise<void>) => importWorld(world, bring),
    async close() {
      closing.abort()
      faults.stop()
      world.returningBots.giveUp()
      polls.endAll()
      await courier.stop()
      // The calls that were ended are in the log by then, and whoever follows it reads to the end.
      await new Promise(setImmediate)
      log.end()
      await new Promise(setImmediate)
      store.close()
      bytes.close()
      snapshots.close()
    },
  }
}
