// The composition root: one clock, one store, one world, and the two doors to it, for bots and for people.

import { actionNamed } from './actions/index.ts'
import { createBotDoor } from './bot-door.ts'
import { createPolls } from './delivery/polls.ts'
import { createJournal } from './journal.ts'
import { createClock } from './lib/clock.ts'
import { parseParams } from './parse-params.ts'
import { openStore } from './store/store.ts'
import { viewAt } from './views/index.ts'
import type { Happening } from './world/happening.ts'
import { createWorld } from './world/world.ts'

export interface EmulatorOptions {
  /** The database file; none keeps everything in memory. */
  file?: string
}

export type Emulator = ReturnType<typeof createEmulator>

export function createEmulator({ file }: EmulatorOptions = {}) {
  const clock = createClock()
  const store = openStore(file ?? ':memory:')
  const journal = createJournal()
  const polls = createPolls(clock)
  const world = createWorld(store, clock, deliver)

  function deliver(happenings: readonly Happening[]) {
    for (const happening of happenings) {
      if (happening.type === 'update') polls.wake(happening.bot)
      if (happening.type === 'bot') polls.wake(happening.id)
    }
  }

  return {
    world,
    journal,
    polls,
    /** A bot's call of an operation. */
    call: createBotDoor(world, journal, polls),
    /** What a person does, or the person at the keyboard as the service. */
    perform(name: string, body: unknown): unknown {
      const action = actionNamed(name)
      const params = parseParams(action, body)
      return world.transact(() => action.run(world, params))
    },
    /** The world as it is, by the path of a view. */
    view: (path: string, query: Record<string, string> = {}) => viewAt({ world, journal }, path, query),
    close() {
      polls.endAll()
      store.close()
    },
  }
}
