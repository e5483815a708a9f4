// Collects the events of a recording until it is saved as a scenario.

import type { Client } from '../../client/client.ts'
import type { EventView } from '../../contract/events.ts'
import { Problem } from '../../lib/problem.ts'
import type { Finding, Recording } from '../state/state.ts'

type Edits = Recording['edits']

/** Reads the world at the start of a recording. Resolves to a Script, which converts recorded events to a scenario. */
export type BeginScenario = (client: Client) => Promise<Script>

export interface Script {
  lines(events: readonly EventView[]): Promise<readonly string[]>
  /** Writes the scenario to a file. With the flag `wx`, an existing file is an error; with `w`, it is overwritten. */
  save(events: readonly EventView[], file: string, flag: 'w' | 'wx', edits: Edits): Promise<unknown>
  /** Replays the steps in another emulator. Returns the error message of each failed step, by step index. */
  replay(events: readonly EventView[], edits: Edits): Promise<Readonly<Record<number, string>>>
  /** Returns the calls of the bot after each step of the last replay, by step index. */
  calls?(): Recording['calls']
}

/** Explores the developer's bot in an emulator of its own, and reads the scenarios of the failures. */
export interface Explorer {
  explore(seconds: number, signal: AbortSignal, onFinding: (finding: Finding) => void): Promise<void>
  open(file: string): Promise<Script>
}

export type Recorder = ReturnType<typeof createRecorder>

const MAX_EVENTS = 50_000

export function createRecorder(client: Client, beginScenario: BeginScenario | undefined) {
  let recording: { script: Script; events: EventView[] } | undefined
  return {
    async begin() {
      if (!beginScenario) throw new Problem('cannot-record', 'This dashboard cannot write scenarios.', '')
      recording = { script: await beginScenario(client), events: [] }
    },
    open(script: Script) {
      recording = { script, events: [] }
    },
    add(event: EventView) {
      const isStep = event.type === 'action' || event.type === 'call'
      if (isStep && recording && recording.events.length < MAX_EVENTS) recording.events.push(event)
    },
    current() {
      if (!recording) throw new Problem('not-recording', 'No recording is running.', 'Press R to start a recording.')
      return recording
    },
    end() {
      recording = undefined
    },
  }
}
