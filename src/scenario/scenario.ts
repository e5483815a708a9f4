// A scenario, ready to be played: includes put in, tables unfolded, every step with its place.

import type { Place } from './place-in-file.ts'
import type { WorldFile } from './world-file.ts'

/** Variables that every scenario has: where the emulator listens, the lane, and a free port for the bot. */
export const ENVIRONMENT: readonly string[] = ['BOT_EMULATOR_URL', 'BOT_EMULATOR_LANE', 'PORT']

/** With which a step asks what a bot serves. */
export const HTTP_METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** What a file holds, once its schema has been checked. */
export type Params = Record<string, unknown>

export interface Step {
  /** An action of the catalogue, or an expectation. */
  word: string
  params: Params
  /** The variable that takes the result. */
  as?: string
  /** The action is to be refused: at all, or with this code. */
  refused?: true | string
  at: Place
  /** Where it stands in its file, as keys. */
  path: readonly (string | number)[]
}

export interface Scenario {
  name: string
  at: Place
  tags: readonly string[]
  world: WorldFile
  /** Variables that are known at the beginning: the row of its table. */
  row: Readonly<Params>
  steps: readonly Step[]
  only: boolean
  /** Why it is left out. */
  skip?: string
  /** In seconds. */
  timeout?: number
  /** The bot may end or fall silent in it. */
  mayStop: boolean
}
