// A stretch of play, kept from its beginning until somebody writes it down.

import type { Client } from '../client/client.ts'
import type { EventView } from '../contract/events.ts'
import { Problem } from '../lib/problem.ts'

/** Looks at the world as it is when a recording begins, and gives who writes what happens in it as a scenario file. */
export type BeginScenario = (client: Client) => Promise<(events: readonly EventView[]) => Promise<string> | string>

export interface Recorder {
  begin(): Promise<void>
  seen(events: readonly EventView[]): void
  end(): Promise<string>
}

const MAX_EVENTS = 50_000

export function createRecorder(client: Client, beginScenario: BeginScenario | undefined): Recorder {
  let recording: { write: Awaited<ReturnType<BeginScenario>>; events: EventView[] } | undefined
  return {
    async begin() {
      if (!beginScenario) throw new Problem('cannot-record', 'This dashboard writes no scenarios.', '')
      recording = { write: await beginScenario(client), events: [] }
    },
    seen(events) {
      if (recording && recording.events.length < MAX_EVENTS) recording.events.push(...events)
    },
    async end() {
      if (!recording) throw new Problem('not-recording', 'Nothing was recorded.', 'R begins.')
      const text = await recording.write(recording.events)
      recording = undefined
      return text
    },
  }
}
