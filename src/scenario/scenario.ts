// A scenario that is ready to play, after its includes and its table were expanded.

import type { BotClock } from '../bot-clock/environment.ts'
import type { Location } from './location.ts'
import type { WorldFile } from './world-file.ts'

/**
 * The environment variables of the bot that steps can use as variables in every scenario: the emulator's URL, the
 * number of the parallel lane, and a free port for the bot.
 */
export const ENVIRONMENT: readonly string[] = ['BOT_EMULATOR_URL', 'BOT_EMULATOR_LANE', 'PORT']

/** The methods of an `http` step, which sends a request to the bot's own server. */
export const HTTP_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Values from a scenario file by name, such as the parameters of a step. */
export type Params = Record<string, unknown>

export interface Step {
  /** The name of an action or of another step, such as `expect`. */
  word: string
  params: Params
  /** The name of the variable that stores the result of the step. */
  as?: string
  /**
   * If set, the step passes only if the action is refused: with any error code for true, or with this code for a text.
   */
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
  /** The mode in which the bot follows the emulator's clock, or undefined if the scenario file does not set it. */
  clock?: BotClock | undefined
  /** The table row from which this scenario was expanded. Its columns are variables in the steps. */
  row: Readonly<Params>
  steps: readonly Step[]
  only: boolean
  /** The reason to skip the scenario. Undefined if the scenario file does not skip it. */
  skip?: string
  /** The time limit of this scenario in seconds, which overrides the default of the run. */
  timeout?: number
  /** True if the scenario may pass although the bot's process ends or stops asking for updates. */
  mayStop: boolean
  /** True if each action waits until the bot is idle, so that the bot gets one update at a time. */
  settles: boolean
}
