// The calls and output of the bot after a move, until it was idle again.

import type { Values } from '../../control/client/client.ts'
import type { CallView } from '../../control/contract/traffic.ts'
import { isNoticeable } from '../../control/describe/call.ts'
import type { Ending } from '../programs/program.ts'
import type { Move } from './moves.ts'
import type { PersonScreen } from './screen.ts'

export interface Observation {
  move: Move
  /** The move's parameters, completed with the message id in this conversation. */
  params: Values
  /** The calls that the bot made after the move, except `getUpdates`. */
  calls: CallView[]
  /** True if a call was refused because the player has deleted the chat of an earlier conversation. */
  hasCalledDeletedChat: boolean
  /** The handles of the people, bots and groups of the world, by id. */
  handles: ReadonlyMap<number, string>
  output: string[]
  /** `busy` means that the bot was not idle within the time limit; `ended` means that its process ended. */
  outcome: 'idle' | 'busy' | 'ended'
  ending?: Ending | undefined
  /** The screen of the acting person before the move. Undefined for a move without a person, such as a fault. */
  before?: PersonScreen | undefined
  after?: PersonScreen | undefined
  stateBefore: string
}

type Calls = Pick<Observation, 'calls'>

/** Returns true if the bot made a call such as `sendMessage` (not `getMe`), even if the service refused the call. */
export const hasReacted = ({ calls }: Calls) => calls.some(isNoticeable)

export const isAnswered = ({ calls }: Calls) => calls.some((call) => call.ok && isNoticeable(call))

export const wasRefusedWith429 = ({ calls }: Calls) => calls.some(({ status }) => status === 429)
