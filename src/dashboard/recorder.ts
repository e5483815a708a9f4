// A stretch of play, kept from its beginning: the world as it was, and what happened since.

import type { Client, EventView } from '../client/client.ts'
import { Problem } from '../lib/problem.ts'

/** Turns what happened into the text of a scenario file. */
export type WriteScenario = (events: readonly EventView[], world: unknown) => string

export interface Recorder {
  begin(): Promise<void>
  seen(events: readonly EventView[]): void
  end(): Promise<string>
}

const MOST_EVENTS = 50_000

export function createRecorder(client: Client, write: (() => Promise<WriteScenario>) | undefined): Recorder {
  let recorded: { world: unknown; events: EventView[] } | undefined
  return {
    async begin() {
      if (!write) throw new Problem('cannot-record', 'This dashboard cannot write scenarios.', '')
      const [users, bots, chats] = await Promise.all(['/users', '/bots', '/chats'].map((path) => client.view(path)))
      recorded = { world: { users, bots, chats }, events: [] }
    },
    seen(events) {
      if (recorded && recorded.events.length < MOST_EVENTS) recorded.events.push(...events)
    },
    async end() {
      if (!recorded || !write) throw new Problem('not-recording', 'Nothing was recorded.', 'R begins.')
      const text = (await write())(recorded.events, recorded.world)
      recorded = undefined
      return text
    },
  }
}
