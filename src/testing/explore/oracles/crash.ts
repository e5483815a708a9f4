// The oracle `crash`: the bot's process ends.

import type { CallView } from '../../../control/contract/traffic.ts'
import { errorIn } from '../../../control/describe/bot-output.ts'
import { botEndedText } from '../../../control/describe/program.ts'
import { causeOf, type Judged, type Oracle } from './oracle.ts'
import { isRefusedAsBlocked } from './refused.ts'

export const crash: Oracle = (judged) => {
  const { observation } = judged
  const { ending, output, move, calls, handles, isRushed } = observation
  if (!ending || isLostAnswer(judged)) return undefined
  // A crash is not reported if the bot could not know that a person had blocked it: another person made this move, or
  // the move was rushed, so that the update about the block was still pending.
  const isToOther = ({ params }: CallView) => handles.get(Number(params.chat_id)) !== move.params.as
  if (calls.some((call) => isRefusedAsBlocked(call) && (isRushed || isToOther(call)))) return undefined
  const error = errorIn(output)
  return {
    kind: 'crash',
    summary: `${botEndedText(ending, output)} Expected the bot to keep running.`,
    cause: error ? causeOf(error) : `end after ${move.label}`,
    check: [],
  }
}

const NETWORK_ERROR = /ECONNRESET|EPIPE|ECONNABORTED|fetch failed|socket|terminated|connection|RemoteDisconnected/i

/** Returns true for a network error after a fault has dropped an answer. Many bots then end on purpose. */
const isLostAnswer = ({ observation, history }: Judged) =>
  [...history, observation].some(({ move }) => move.label === 'fault lost answer') &&
  observation.output.some((line) => NETWORK_ERROR.test(line))
