// The steps of a recording, or of a failure that an exploration has found.

import type { Client } from '../../../control/client/client.ts'
import type { Edits } from '../../../control/contract/recordings.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Finding, Recording } from '../state/state.ts'

/** Begins a recording. */
export type BeginScenario = (client: Client) => Promise<Script>

export interface Script {
  lines(): Promise<readonly string[]>
  /** Writes the scenario to a file. With the flag `wx`, an existing file is an error; with `w`, it is overwritten. */
  save(file: string, flag: 'w' | 'wx', edits: Edits): Promise<unknown>
  /** Replays the steps in another emulator. */
  replay(edits: Edits): Promise<Replayed>
}

/** The error message of each failed step and the calls of the bot after each step, by step index. */
export interface Replayed {
  failures: NonNullable<Recording['failures']>
  calls?: Recording['calls']
}

/** Explores the developer's bot in an emulator of its own, and reads the scenarios of the failures. */
export interface Explorer {
  explore(seconds: number, signal: AbortSignal, onFinding: (finding: Finding) => void): Promise<void>
  open(file: string): Promise<Script>
}

export type Recorder = ReturnType<typeof createRecorder>

export function createRecorder(client: Client, beginScenario: BeginScenario | undefined) {
  let script: Script | undefined
  return {
    async begin() {
      if (!beginScenario) throw new Problem('cannot-record', 'This dashboard cannot write scenarios.', '')
      script = await beginScenario(client)
    },
    open(other: Script) {
      script = other
    },
    current() {
      if (!script) throw new Problem('not-recording', 'No recording is running.', 'Press R to start a recording.')
      return script
    },
    end() {
      script = undefined
    },
  }
}
