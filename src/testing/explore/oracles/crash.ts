// The oracle `crash`: the bot's process ends, or the bot stops asking for updates.

import type { CallView } from '../../../control/contract/traffic.ts'
import { causeIn, errorIn } from '../../../control/describe/bot-output.ts'
import { isNoticeable } from '../../../control/describe/call.ts'
import { exitText } from '../../../control/describe/program.ts'
import { deedText } from '../deed.ts'
import { AFTER_429, causeOf, type Oracle, withoutArgument } from './oracle.ts'
import { isLacking, isRefusedAsBlocked } from './refused.ts'

/** A busy bot that has made more calls than this after one move does not stop. */
const MANY_CALLS = 15

export const crash: Oracle = (judged) => ended(judged) ?? neverIdle(judged)

const ended: Oracle = ({ observation }) => {
  const { ending, output, move, calls, handles } = observation
  if (!ending || calls.some(isLacking)) return undefined
  // A bot cannot know that a person has blocked it while another person makes this move.
  const isToOther = ({ params }: CallView) => handles.get(Number(params.chat_id)) !== move.params.as
  if (calls.some((call) => isRefusedAsBlocked(call) && isToOther(call))) return undefined
  const error = errorIn(output)
  const isAfter429 = calls.some(({ status }) => status === 429)
  const why = isAfter429 ? ' and a call is refused with 429' : ''
  const blocked = calls.some(isRefusedAsBlocked) ? ', because it wrote to a person who has blocked it' : ''
  return {
    kind: 'crash',
    summary: `${deedText(observation)}${why}, the bot ends (${exitText(ending)}): ${causeIn(output) ?? 'without a word'}${blocked}`,
    cause: isAfter429 ? AFTER_429 : error ? causeOf(error) : `end after ${withoutArgument(move.label)}`,
    check: [],
    ends: true,
  }
}

const neverIdle: Oracle = ({ observation }) => {
  const { outcome, calls, move, isFaulty } = observation
  // A bot that got a 429 waits on purpose before it repeats the call.
  if (outcome !== 'busy' || isFaulty || calls.some(({ status }) => status === 429)) return undefined
  const { length } = calls.filter(isNoticeable)
  const doesLoop = length > MANY_CALLS
  return {
    kind: 'crash',
    summary: `${deedText(observation)}, the bot ${doesLoop ? `makes ${length} calls and does not stop` : 'stops asking for updates'}.`,
    cause: `never idle after ${withoutArgument(move.label)}`,
    check: doesLoop ? [{ expectBot: { quiet: '1s', within: '4s' } }] : [],
  }
}
