// A stretch of play, kept from its beginning until somebody writes it down.

import type { Client } from '../../client/client.ts'
import type { EventView } from '../../contract/events.ts'
import { Problem } from '../../lib/problem.ts'
import type { Recording } from '../state/state.ts'

type Edits = Recording['edits']

/** Looks at the world as it is when a recording begins, and gives who makes a scenario of what happens in it. */
export type BeginScenario = (client: Client) => Promise<Script>

export interface Script {
  /** Each step in one line. */
  lines(events: readonly EventView[]): Promise<readonly string[]>
  /** `wx` writes over nothing. */
  save(events: readonly EventView[], file: string, flag: 'w' | 'wx', edits: Edits): Promise<unknown>
  /** Plays it in a copy of the world; what fails, by the number of the step. */
  replay(events: readonly EventView[], edits: Edits): Promise<Readonly<Record<number, string>>>
}

export interface Recorder {
  begin(): Promise<void>
  seen(event: EventView): void
  /** What is recorded so far; the recording goes on. */
  now(): { script: Script; events: readonly EventView[] }
  end(): void
}

const MAX_EVENTS = 50_000

export function createRecorder(client: Client, beginScenario: BeginScenario | undefined): Recorder {
  let recording: { script: Script; events: EventView[] } | undefined
  return {
    async begin() {
      if (!beginScenario) throw new Problem('cannot-record', 'This dashboard writes no scenarios.', '')
      recording = { script: await beginScenario(client), events: [] }
    },
    seen(event) {
      const isStep = event.type === 'action' || event.type === 'call'
      if (isStep && recording && recording.events.length < MAX_EVENTS) recording.events.push(event)
    },
    now() {
      if (!recording) throw new Problem('not-recording', 'Nothing was recorded.', 'R begins.')
      return recording
    },
    end() {
      recording = undefined
    },
  }
}
