// What a run has found: everything a reporter may want to tell.

import type { CallView } from '../../contract/traffic.ts'
import type { Coverage } from '../coverage.ts'
import type { Place } from '../place-in-file.ts'
import type { Scene } from './scene.ts'

export interface Failure {
  /** One sentence. */
  message: string
  at: Place
  /** The step, as it was written. */
  step: string
  /** What was waited for, the nearest that came, and where it first differs. */
  nearest?: { call: CallView; path: string; expected: unknown; actual: unknown }
  /** More lines that explain it. */
  details: string[]
  /** The lines of the file around the step. */
  frame?: string[]
}

export interface StepResult {
  text: string
  at: Place
  status: 'passed' | 'failed' | 'unreached'
  duration_ms: number
  /** The last event when it began: what belongs before it. */
  event: number
}

export interface ScenarioResult {
  name: string
  at: Place
  tags: readonly string[]
  /** What a run that was stopped did not come to is unplayed. */
  status: 'passed' | 'failed' | 'skipped' | 'unplayed'
  /** Why it was left out, or not played. */
  skipped?: string
  /** Unix milliseconds. */
  started: number
  /** How long it took to set the stage, and to start the bot where that was due. */
  set_ms: number
  /** From the first step to the last. */
  duration_ms: number
  /** How often it was played. */
  attempts: number
  /** It passed, but not the first time. */
  flaky: boolean
  /** It passed with ids that the bot had not met, and failed with those that it had. */
  withNewIds?: true
  steps: StepResult[]
  failure?: Failure
  scene: Scene
  calls: CallView[]
  /** The event of each of them. */
  call_events: number[]
  /** What the bot has registered. */
  commands: string[]
  /** The pictures that were shown, as data URLs by file_unique_id, where a reporter wants them. */
  pictures?: Record<string, string>
  /** What the bot wrote meanwhile. */
  output: string[]
}

/** What a run shows of a bot that no expectation asked for. */
export interface Advice {
  /** What it is about, in kebab case. */
  kind: string
  message: string
  /** Where it was seen first. */
  scenario?: string
  /** In how many scenarios. */
  seen: number
}

/** What became of a run beside its scenarios. */
export interface RunTrouble {
  message: string
  details: string[]
}

/** Where a run comes from. */
export interface RunOrigin {
  command: string
  commit?: string
}

export interface RunResult {
  origin?: RunOrigin
  scenarios: ScenarioResult[]
  started: number
  duration_ms: number
  advice: Advice[]
  coverage: Coverage
  /** Stopped at the first failure. */
  bailed: boolean
  /** Why not all was played: the bot did not start, a world could not be laid out, a signal. */
  stopped?: RunTrouble
  /** What went wrong after the last step. */
  failure?: RunTrouble
  /** What the run has done on its own account. */
  notes: string[]
}

/** What is reported while it goes on. */
export type RunEvent =
  | { type: 'begin'; count: number }
  | { type: 'scenario'; name: string; at: Place }
  | { type: 'result'; result: ScenarioResult; isCorrection: boolean }
  | { type: 'end'; result: RunResult }
