// The composition root: one clock, one store, one world, and the two doors to it, for bots and for people.

import { createBotDoor } from './bot-api/handle-call.ts'
import { OPERATION_NAMES } from './bot-api/operations/index.ts'
import type { Action } from './control-api/actions/action.ts'
import { catalogue } from './control-api/actions/catalogue.ts'
import { actionNamed } from './control-api/actions/index.ts'
import { feed } from './control-api/event-feed.ts'
import { parseParams } from './control-api/parse-params.ts'
import { viewAt } from './control-api/views/index.ts'
import { storedFile } from './control-api/views/stored-file.ts'
import { waitForCall } from './control-api/wait/wait.ts'
import { createCourier } from './delivery/courier.ts'
import { createPolls } from './delivery/polls.ts'
import { createEvents, type Entry } from './event-log/events.ts'
import { createJournal } from './event-log/journal.ts'
import { createClock } from './lib/clock.ts'
import { Problem } from './lib/problem.ts'
import { createFaults } from './messenger/faults/faults.ts'
import type { Happening } from './messenger/happening.ts'
import { viewClock } from './messenger/service/move-clock.ts'
import { renewService } from './messenger/service/service.ts'
import type { ServiceChanges } from './messenger/service/settings.ts'
import { viewBot } from './messenger/views.ts'
import type { Made } from './messenger/webhooks/delivery.ts'
import { openReplacement, replaceWorld, takeArchive } from './messenger/whole-world/archive.ts'
import { createWorld } from './messenger/world.ts'
import { damaged } from './store/archives/archive.ts'
import { openSnapshots } from './store/archives/snapshots.ts'
import { openBytes } from './store/bytes.ts'
import { openStore } from './store/store.ts'
import { VERSION } from './version.ts'

export interface EmulatorOptions {
  /** The database file; none keeps everything in memory. */
  file?: string
  /** Settings of the service that hold whatever world is put in place, as updateService takes them. */
  service?: Readonly<Record<string, unknown>>
}

export type Emulator = ReturnType<typeof createEmulator>

export function createEmulator({ file = ':memory:', service = {} }: EmulatorOptions = {}) {
  const fixedService = parseParams(actionNamed('updateService'), service) as ServiceChanges
  const clock = createClock()
  const store = openStore(file)
  const bytes = openBytes(file)
  const snapshots = openSnapshots(file)
  bytes.sweep(store.files.isAlive, { uploads: true })
  const events = createEvents(clock)
  const journal = createJournal()
  journal.onCall((call) => record({ type: 'call', call }))
  const deliveryListeners = new Set<(made: Made) => void>()
  const closing = new AbortController()
  const polls = createPolls(clock)
  const faults = createFaults(OPERATION_NAMES)
  const world = createWorld({ store, bytes, snapshots, clock, faults, fixedService }, deliver)
  const door = createBotDoor(world, journal, polls)
  const courier = createCourier(world)
  world.transact(() => renewService(world))
  // Not before whoever makes it has said what holds from now on: a route may lead elsewhere than last time.
  setImmediate(courier.wakeAll)

  /** Calls of one turn share a commit: the same content may have been sent anew within it. */
  function removeBytes(uniqueId: string) {
    if (!store.files.isAlive(uniqueId)) bytes.remove(uniqueId)
  }

  /** In the order in which it came about: what is told of late goes before what came after it. */
  function record(entry: Entry) {
    courier.tellUntold()
    events.add(entry)
  }

  function deliver(happenings: readonly Happening[]) {
    if (happenings.some(({ type }) => type === 'world')) beginAnew()
    for (const happening of happenings) {
      record(happening)
      if (world.resting.any()) wakeResting(happening)
      if (happening.type === 'file-deleted') removeBytes(happening.unique_id)
      if (happening.type === 'delivery') tellOfDelivery(happening.delivery)
      // A call that waits for a moment of the old clock would wait for ever.
      if (happening.type === 'cleared' && happening.clock_moved) polls.endAll()
      const bot = concerned(happening)
      if (bot === undefined) continue
      polls.wake(bot)
      if (happening.type === 'update') courier.wake(bot)
      else courier.change(bot)
    }
  }

  function tellOfDelivery(id: number) {
    const made = world.deliveries.get(id)
    if (made) for (const listener of deliveryListeners) listener(made)
  }

  /** What was recorded is of a world that is gone; whoever waits looks at the one that has come. */
  function beginAnew() {
    for (const record of [events, journal, world.deliveries]) record.clear()
    polls.endAll()
    courier.beginAnew()
    // Not before the new world is sure to stay: the old one's bytes do not come back.
    store.sync()
    bytes.sweep(store.files.isAlive, { uploads: false })
  }

  function wakeResting(happening: Happening) {
    const id = happening.type === 'user' ? happening.user : happening.type === 'bot' ? happening.bot : undefined
    const bot = id === undefined ? undefined : store.bots.byId(id)
    if (bot) world.resting.end(bot.token)
  }

  async function importWorld(bring: (path: string) => Promise<void>) {
    const found = await openReplacement(world, bring)
    try {
      requireSettings(found.service)
      world.transact(() => replaceWorld(world, found, 'imported'))
    } finally {
      await found.done()
    }
    return { bots: store.bots.all().map((bot) => viewBot(world, bot)) }
  }

  function noted<Result>(action: string, body: unknown, result: Result): Result {
    record({ type: 'action', action, params: withoutBytes(body), result })
    return result
  }

  async function performPrepared(action: Action, params: unknown, body: unknown): Promise<unknown> {
    const prepared = await action.prepare!(world, params)
    try {
      // Noted before anything is tidied away: a bot that answers at once does so after it.
      return noted(
        action.name,
        body,
        world.transact(() => action.run(world, params, prepared)),
      )
    } finally {
      await prepared?.done()
    }
  }

  return {
    world,
    journal,
    polls,
    /** A bot's call of an operation. */
    call: door.answer,
    admitUpload: door.admitUpload,
    /** What a person does, or the person at the keyboard as the service; a promise where files are looked at first. */
    perform(name: string, body: unknown): unknown {
      const action = actionNamed(name)
      const params = parseParams(action, body)
      if (action.prepare) return performPrepared(action, params, body)
      const result = world.transact(() => action.run(world, params, undefined))
      return noted(name, body, result)
    },
    /** The world as it is, by the path of a view. */
    view: (path: string, query: Record<string, string> = {}) =>
      viewAt({ world, journal, events, isPolling: polls.isOpen }, path, query),
    fileNamed: (uniqueId: string) => storedFile(world, uniqueId),
    actions: catalogue,
    health: () => ({ version: VERSION, clock: viewClock(clock), last_event: events.lastId() }),
    /** What happens from now on, or after an event. */
    feed: (query: Record<string, string>, signal: AbortSignal) => feed(world, events, query, signal),
    /** Each attempt to deliver an update to a webhook, as the journal tells of each call. */
    onDelivery(listener: (made: Made) => void): () => void {
      deliveryListeners.add(listener)
      return () => void deliveryListeners.delete(listener)
    },
    /** The call that matches, or the nearest miss. */
    wait: (query: unknown, signal?: AbortSignal) =>
      waitForCall({ world, journal, closing: closing.signal }, query, signal),
    /** Names this run of the emulator in the ids of events. */
    life: events.life,
    /** The whole world in one file, for whoever tidies it away afterwards. */
    exportWorld: ({ tokens = false } = {}) => takeArchive(world, { tokens }),
    /** Puts an exported world in place of this one; the file is brought to where it is told. */
    importWorld,
    async close() {
      closing.abort()
      events.end()
      world.faults.stop()
      world.resting.endAll()
      polls.endAll()
      await courier.stop()
      // Whoever was ended hears of it while the journal can still be written.
      await new Promise(setImmediate)
      store.close()
      bytes.close()
      snapshots.close()
    },
  }
}

/** Events are kept by the thousand; what a file holds is found by the message that it became. */
function withoutBytes(body: unknown): unknown {
  const { file } = (body ?? {}) as { file?: { name?: string } }
  return file === undefined ? body : { ...(body as object), file: { name: file.name } }
}

/** The bot whose waiting call or webhook has reason to look again. */
function concerned(happening: Happening): number | undefined {
  const { type } = happening
  return type === 'update' || type === 'webhook' || type === 'bot' ? happening.bot : undefined
}

/** A file from elsewhere may not say what nobody here could: a route leads to this machine alone. */
function requireSettings(service: unknown) {
  try {
    parseParams(actionNamed('updateService'), service)
  } catch (error) {
    throw error instanceof Problem ? damaged(error.message) : error
  }
}
