// A scenario ready to play: includes expanded, one per table row, steps with locations.

import type { BotClock } from '../bot-clock/environment.ts'
import type { Location } from './location.ts'
import type { WorldFile } from './world-file.ts'

/** Variables of every scenario: the emulator's URL, the number of the parallel lane, and a free port for the bot. */
export const ENVIRONMENT: readonly string[] = ['BOT_EMULATOR_URL', 'BOT_EMULATOR_LANE', 'PORT']

/** The methods of an `http` step, which sends a request to the bot's own server. */
export const HTTP_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Parameters from a file, already checked against the schema of their step. */
export type Params = Record<string, unknown>

export interface Step {
  /** The name of an action or of another step, such as `expect`. */
  word: string
  params: Params
  /** The variable that stores the result. */
  as?: string
  /** The step passes only if the action is refused: true for any refusal, a text for this error code. */
  refused?: true | string
  at: Location
  /** The keys that lead to this step in its file. */
  path: readonly (string | number)[]
}

export interface Scenario {
  name: string
  at: Location
  tags: readonly string[]
  world: WorldFile
  /** How the bot follows the emulator's clock, if the file says so. */
  clock?: BotClock | undefined
  /** The row of the scenario's table: its initial variables. */
  row: Readonly<Params>
  steps: readonly Step[]
  only: boolean
  /** The reason to skip the scenario. */
  skip?: string
  /** Seconds. */
  timeout?: number
  /** True if the scenario may pass although the bot's process ends or stops asking for updates. */
  mayStop: boolean
  /** True if each action waits until the bot is idle, so that the bot gets one update at a time. */
  settles: boolean
}
