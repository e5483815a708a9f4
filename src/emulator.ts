// The composition root: one clock, one store, one world, and the two doors to it, for bots and for people.

import type { Action } from './actions/action.ts'
import { catalogue } from './actions/catalogue.ts'
import { actionNamed } from './actions/index.ts'
import { createBotDoor } from './bot-door.ts'
import { createCourier } from './delivery/courier.ts'
import { createPolls } from './delivery/polls.ts'
import { createEvents } from './events.ts'
import { feed } from './feed.ts'
import { createJournal } from './journal.ts'
import { createClock } from './lib/clock.ts'
import { OPERATION_NAMES } from './operations/index.ts'
import { parseParams } from './parse-params.ts'
import { openBytes } from './store/bytes.ts'
import { openStore } from './store/store.ts'
import { VERSION } from './version.ts'
import { viewAt } from './views/index.ts'
import { storedFile } from './views/stored-file.ts'
import { waitForCall } from './wait.ts'
import { createFaults } from './world/faults.ts'
import type { Happening } from './world/happening.ts'
import { viewClock } from './world/move-clock.ts'
import { createWorld } from './world/world.ts'

export interface EmulatorOptions {
  /** The database file; none keeps everything in memory. */
  file?: string
}

export type Emulator = ReturnType<typeof createEmulator>

export function createEmulator({ file }: EmulatorOptions = {}) {
  const clock = createClock()
  const store = openStore(file ?? ':memory:')
  const bytes = openBytes(file ?? ':memory:')
  bytes.sweep(store.files.isAlive)
  const events = createEvents(clock)
  const journal = createJournal()
  journal.onCall((call) => events.add({ type: 'call', call }))
  const polls = createPolls(clock)
  const world = createWorld({ store, bytes, clock, faults: createFaults(OPERATION_NAMES) }, deliver)
  const door = createBotDoor(world, journal, polls)
  const courier = createCourier(world)
  // Not before whoever makes it has said what holds from now on: a route may lead elsewhere than last time.
  setImmediate(courier.wakeAll)

  /** Calls of one turn share a commit: the same content may have been sent anew within it. */
  function removeBytes(uniqueId: string) {
    if (!store.files.isAlive(uniqueId)) bytes.remove(uniqueId)
  }

  function deliver(happenings: readonly Happening[]) {
    for (const happening of happenings) {
      events.add(happening)
      if (happening.type === 'file-deleted') removeBytes(happening.unique_id)
      const bot = concerned(happening)
      if (bot === undefined) continue
      polls.wake(bot)
      courier.wake(bot)
    }
  }

  async function performPrepared(action: Action, params: unknown): Promise<unknown> {
    const prepared = await action.prepare!(world, params)
    try {
      return world.transact(() => action.run(world, params, prepared))
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
      if (action.prepare) return performPrepared(action, params)
      return world.transact(() => action.run(world, params, undefined))
    },
    /** The world as it is, by the path of a view. */
    view: (path: string, query: Record<string, string> = {}) => viewAt({ world, journal }, path, query),
    fileNamed: (uniqueId: string) => storedFile(world, uniqueId),
    actions: catalogue,
    health: () => ({ version: VERSION, clock: viewClock(clock) }),
    /** What happens from now on, or after an event. */
    feed: (query: Record<string, string>, signal: AbortSignal) => feed(world, events, query, signal),
    /** The call that matches, or the nearest miss. */
    wait: (query: unknown, signal?: AbortSignal) => waitForCall({ world, journal }, query, signal),
    async close() {
      world.faults.stop()
      polls.endAll()
      await courier.stop()
      // Whoever was ended hears of it while the journal can still be written.
      await new Promise(setImmediate)
      store.close()
      bytes.close()
    },
  }
}

/** The bot whose waiting call or webhook has reason to look again. */
function concerned(happening: Happening): number | undefined {
  if (happening.type === 'update' || happening.type === 'webhook') return happening.bot
  return happening.type === 'bot' ? happening.id : undefined
}
