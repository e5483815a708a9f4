// A scenario that is ready to play, after its includes and its table were expanded.

import { relative } from 'node:path'
import type { BotClock } from '../bot-clock/environment.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import type { Location } from './location.ts'

/** The bot's environment variables whose values every scenario can use in its steps, such as `$PORT`. */
export const ENVIRONMENT: readonly string[] = ['BOT_EMULATOR_URL', 'BOT_EMULATOR_LANE', 'PORT']

export const HTTP_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The kinds of faults of `test --faults`. */
export const FAULT_KINDS = ['lost', 'unsent', '500', '429', '409', 'kill', 'twice', 'slow'] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** All kinds, except `slow`, which takes long. */
export const USUAL_KINDS = FAULT_KINDS.filter((kind) => kind !== 'slow')

/** Values by name, such as the parameters of a step. */
export type Params = Record<string, unknown>

export const isMap = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface Step {
  /** The name of an action or of another step, such as `expect`. */
  word: string
  params: Params
  /** The variable that stores the result of the step. */
  as?: string
  /** If set, the step passes only if the action is refused. True accepts any error code, a string only this code. */
  refused?: true | string
  at: Location
  /** The keys and list indexes that lead to this step in its file. */
  path: readonly (string | number)[]
}

export interface Scenario {
  name: string
  at: Location
  tags: readonly string[]
  world: WorldFile
  clock?: BotClock | undefined
  /** The table row from which this scenario was expanded. Its columns are variables in the steps. */
  row: Readonly<Params>
  steps: readonly Step[]
  only: boolean
  skip?: string
  /** The time limit of the scenario in seconds. Overrides the time limit of the run. */
  timeout?: number
  /** True if the scenario may pass even if the bot's process ends or stops asking for updates. */
  mayStop: boolean
  /** False if the scenario isn't played with faults. Otherwise, the reasons for which differences are accepted, by kind. */
  faults: false | { accept: Partial<Record<FaultKind, string>> }
  /** True if each action waits until the bot is idle, so that the bot gets one update at a time. */
  settles: boolean
}

/** Identifies a scenario in later runs, in which it may stand on another line. */
export const scenarioKey = ({ name, at }: Pick<Scenario, 'name' | 'at'>) => `${relative('.', at.file)}: ${name}`
