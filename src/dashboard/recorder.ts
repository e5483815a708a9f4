// A stretch of play, kept from its beginning until somebody writes it down.

import type { Client } from '../client/client.ts'
import type { EventView } from '../contract/events.ts'
import { Problem } from '../lib/problem.ts'

/** Looks at the world as it is when a recording begins, and gives who writes what happens in it as a scenario file. */
export type BeginScenario = (client: Client) => Promise<(events: readonly EventView[]) => Promise<string> | string>

export interface Recorder {
  begin(): Promise<void>
  seen(event: EventView): void
  /** What is recorded so far, as a scenario file; the recording goes on. */
  text(): Promise<string>
  end(): void
}

const MAX_EVENTS = 50_000

export function createRecorder(client: Client, beginScenario: BeginScenario | undefined): Recorder {
  let recording: { write: Awaited<ReturnType<BeginScenario>>; events: EventView[] } | undefined
  return {
    async begin() {
      if (!beginScenario) throw new Problem('cannot-record', 'This dashboard writes no scenarios.', '')
      recording = { write: await beginScenario(client), events: [] }
    },
    seen(event) {
      if (recording && recording.events.length < MAX_EVENTS) recording.events.push(event)
    },
    async text() {
      if (!recording) throw new Problem('not-recording', 'Nothing was recorded.', 'R begins.')
      return recording.write(recording.events)
    },
    end() {
      recording = undefined
    },
  }
}
