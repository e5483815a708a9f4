// What happened from a move until the bot was idle again.

import type { Values } from '../client/client.ts'
import type { CallView } from '../contract/traffic.ts'
import type { Ending } from '../scenario/run/bot/bot-process.ts'
import type { Move } from './moves.ts'
import type { Screen } from './screen.ts'

export interface Observation {
  move: Move
  /** The parameters with the ids of this conversation. */
  params: Values
  /** The bot's calls apart from `getUpdates`. */
  calls: CallView[]
  /** The handles of people, bots and groups by id. */
  handles: ReadonlyMap<number, string>
  /** The lines that the bot wrote. */
  output: string[]
  /** `busy`: the bot was not idle before the time was over. */
  outcome: 'idle' | 'busy' | 'ended'
  ending?: Ending | undefined
  /** The screen of the acting person, before and after. */
  before?: Screen | undefined
  after?: Screen | undefined
  stateBefore: string
  /** True if the move, or the one before it, was not given the time to finish. */
  isRushed: boolean
  /** True if a fault was injected in this conversation. */
  isFaulty: boolean
}
