// The oracle `crash`: the bot's process ends.

import type { CallView } from '../../contract/traffic.ts'
import { botEndedText, errorIn } from '../../scenario/run/bot/read-error.ts'
import { causeOf } from './cause.ts'
import { isLostAnswer } from './lost-answer.ts'
import type { Oracle } from './oracle.ts'
import { isBlocked } from './refused.ts'

export const crash: Oracle = ({ observation, history }) => {
  const { ending, output, move, calls, handles, isRushed } = observation
  if (!ending || isLostAnswer(observation, history)) return undefined
  // A person who blocks the bot while it answers: the bot did not yet have the update that reports the block. A bot that
  // writes to a person other than the acting one cannot ask first whether that person has blocked it.
  const isToOther = ({ params }: CallView) => handles.get(Number(params.chat_id)) !== move.params.as
  if (calls.some((call) => isBlocked(call) && (isRushed || isToOther(call)))) return undefined
  const error = errorIn(output)
  return {
    kind: 'crash',
    summary: `${botEndedText(ending, output)} Expected the bot to keep running.`,
    cause: error ? causeOf(error) : `end after ${move.label}`,
    check: [],
  }
}
