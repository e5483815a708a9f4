// A stretch of play, kept from its beginning until somebody writes it down.

import type { Client } from '../client/client.ts'
import type { EventView } from '../contract/events.ts'
import { Problem } from '../lib/problem.ts'

/** Looks at the world as it is when a recording begins, and gives who writes what happens in it into a scenario file. */
export type BeginScenario = (client: Client) => Promise<WriteScenario>

/** `wx` writes over nothing. */
type WriteScenario = (events: readonly EventView[], file: string, flag: 'w' | 'wx') => Promise<void>

export interface Recorder {
  begin(): Promise<void>
  seen(event: EventView): void
  /** Writes what is recorded so far; the recording goes on. */
  save(file: string, flag: 'w' | 'wx'): Promise<void>
  end(): void
}

const MAX_EVENTS = 50_000

export function createRecorder(client: Client, beginScenario: BeginScenario | undefined): Recorder {
  let recording: { write: WriteScenario; events: EventView[] } | undefined
  return {
    async begin() {
      if (!beginScenario) throw new Problem('cannot-record', 'This dashboard writes no scenarios.', '')
      recording = { write: await beginScenario(client), events: [] }
    },
    seen(event) {
      if (recording && recording.events.length < MAX_EVENTS) recording.events.push(event)
    },
    async save(file, flag) {
      if (!recording) throw new Problem('not-recording', 'Nothing was recorded.', 'R begins.')
      return recording.write(recording.events, file, flag)
    },
    end() {
      recording = undefined
    },
  }
}
