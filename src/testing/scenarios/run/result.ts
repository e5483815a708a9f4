// The results of a run, and its events for reporters.

import type { Diagnosis } from '../../../control/contract/diagnosis.ts'
import type { HistogramView } from '../../../control/contract/people.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import { isPoll } from '../../../control/describe/call.ts'
import type { Coverage } from '../coverage.ts'
import type { Location } from '../location.ts'
import type { FaultKind } from '../scenario.ts'
import type { Scene } from './scene.ts'

export interface Failure {
  /** What the bot did, or why it did nothing, as its diagnosis says. */
  cause?: Diagnosis['state'] | undefined
  message: string
  at: Location
  /** The failed step as one line of YAML, or a text such as "after the last step". */
  step: string
  /** The most similar call, and its first difference from the expectation. */
  nearest?: { call: CallView; path: string; expected: unknown; actual: unknown }
  /** The event that wrote the most similar message. */
  nearest_event?: number | undefined
  /** Set if the expected call or message arrived later than the step's `within` allows. */
  budget?: { within_ms: number; actual_ms: number }
  details: string[]
  /** The lines of the scenario file around the step. */
  frame?: string[]
}

export interface StepResult {
  text: string
  at: Location
  status: 'passed' | 'failed' | 'unreached'
  duration_ms: number
  /** The id of the last event before this step. */
  event: number
}

export interface ScenarioResult {
  name: string
  at: Location
  tags: readonly string[]
  /** `unplayed`: the run stopped before this scenario. */
  status: 'passed' | 'failed' | 'skipped' | 'unplayed'
  /** The reason for `skipped` or `unplayed`. */
  skipped?: string
  /** The start of the scenario, in Unix milliseconds. */
  started: number
  /** The time to prepare the world and, if necessary, to start the bot. */
  set_ms: number
  duration_ms: number
  /** The real time from an update to the bot's first call in its chat. Undefined if the bot answered no update. */
  answers?: Omit<HistogramView, 'buckets'>
  attempts: number
  /** True if the scenario passed only after a retry. */
  flaky: boolean
  /** Set if the scenario failed with the usual ids of people, and passed with ids that are new to the bot. */
  withNewIds?: true
  steps: StepResult[]
  failure?: Failure
  scene: Scene
  calls: CallView[]
  /** The event id of each call in `calls`, or 0 if the event log no longer contains the event. */
  call_events: number[]
  /** The commands that the bot has registered. */
  commands: string[]
  /** The photos of the conversation as data URLs by file_unique_id, if a report shows them. */
  pictures?: Record<string, string>
  /** The lines that the bot wrote to stdout and stderr. */
  output: string[]
}

/** The number of steps that had begun before an event. */
export const stepsBefore = ({ steps }: Pick<ScenarioResult, 'steps'>, event: number): number =>
  steps.findLastIndex(({ status, event: begin }) => status !== 'unreached' && begin < event) + 1

/** Returns the calls before the first step and after each step, without successful getUpdates calls. */
export function callsByStep(result: ScenarioResult): CallView[][] {
  const all: CallView[][] = Array.from({ length: result.steps.length + 1 }, () => [])
  for (const [i, call] of result.calls.entries())
    if (!isPoll(call.method) || !call.ok) all[stepsBefore(result, result.call_events[i] ?? 0)]?.push(call)
  return all
}

export interface Advice {
  /** The kind of advice, such as `limit-hit`. */
  kind: string
  /** The faults that the advice `faults` is about. */
  faults?: readonly FaultKind[]
  message: string
  /** The first scenario that the advice is about. Undefined for advice about the whole run. */
  scenario?: string
  /** The number of scenarios in which the advice applied. */
  seen: number
}

export interface RunTrouble {
  message: string
  details: string[]
}

export interface RunOrigin {
  command: string
  commit?: string
}

export interface FaultCell {
  held: number
  tried: number
  /** How often the bot held, but there is advice. */
  advised?: number
  /** The number of faults that did not happen, or for which the run must have started the bot. */
  not_tried: number
}

export const isLost = ({ held, tried }: FaultCell): boolean => held < tried

/** What happened when a scenario was played with faults. */
export interface FaultRow {
  name: string
  at: Location
  /** Why the scenario was not played with faults. */
  skipped?: string
  kinds: Partial<Record<FaultKind, FaultCell>>
}

/** All failures that have one effect. */
export interface FaultFinding {
  kind: FaultKind
  /** What the bot did wrong, if this has several effects: `the bot didn't repeat the call`. */
  mistake?: string
  /** What people saw, or what the bot did: `'Order 12 confirmed' twice`. */
  text: string
  /** What was done to the bot the first time. */
  cause: string
  scenario: string
  at: Location
  /** The number of faults with this effect. */
  times: number
  /** The calls and updates, such as `sendMessage 'Hi'`, without those that differ only in numbers. */
  sites: { what: string; scenario: string; at: Location }[]
  /** A scenario that shows the finding alone, and the command that plays it. */
  file?: string
  command?: string
}

export interface FaultsReport {
  kinds: readonly FaultKind[]
  scenarios: FaultRow[]
  findings: FaultFinding[]
}

export interface RunResult {
  origin?: RunOrigin
  scenarios: ScenarioResult[]
  started: number
  duration_ms: number
  advice: Advice[]
  coverage: Coverage
  /** Set if the scenarios that passed were played again with faults. */
  faults?: FaultsReport
  /** True if the run stopped at the first failure because of --bail. */
  bailed: boolean
  /** The reason if the run stopped early: the bot did not start, a world could not be created, or a signal arrived. */
  stopped?: RunTrouble
  failure?: RunTrouble
  /** Notes for the user about the run, for example that the bot keeps state and all people therefore got new ids. */
  notes: string[]
}

export type RunEvent =
  | { type: 'begin'; count: number }
  | { type: 'scenario'; name: string; at: Location }
  /** `seconds` is the estimated time that is left. */
  | { type: 'faults'; done: number; count: number; seconds: number | undefined }
  | { type: 'result'; result: ScenarioResult }
  /** `isThrown` is true if the error in `stopped` is also thrown, so that the command prints it on stderr. */
  | { type: 'end'; result: RunResult; isThrown?: boolean }
