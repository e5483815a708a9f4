// The oracle `double`: the bot sends the same message twice for one update.

import type { CallView } from '../../../control/contract/traffic.ts'
import { quote } from '../../../lib/safe-text.ts'
import { deedText } from '../deed.ts'
import { actorOf } from '../moves.ts'
import { expectCount, type Oracle, withoutNumbers } from './oracle.ts'

export const double: Oracle = ({ observation, history }) => {
  const { calls, late, isFaulty, move, before } = observation
  // A jump of the clock can pass several moments at which the bot rightly sends the same message.
  const isJump = move.action === 'advanceClock' && move.params.to === undefined
  // Who starts a blocked bot causes two updates.
  if (isFaulty || isJump || before?.blocked) return undefined
  const repeated = [late, calls].flatMap((some) => {
    const sent = some.filter(({ ok, method }) => ok && method === 'sendMessage')
    return sent.filter((call, i) => i > 0 && isSameMessage(call, sent[i - 1] as CallView))
  })
  const [first] = repeated
  if (!first) return undefined
  return {
    kind: 'double',
    summary: `${deedText(observation)}, the bot sends ${quote(first.params.text, MAX_QUOTED)} twice.`,
    cause: `double ${withoutNumbers(String(first.params.text))}`,
    isByTimer: actorOf(move) === undefined || late.includes(first),
    check: expectCount(first, [...history, observation], -repeated.filter((call) => isSameMessage(call, first)).length),
  }
}

const MAX_QUOTED = 60

const isSameMessage = (one: CallView, other: CallView) =>
  ['chat_id', 'text', 'reply_markup'].every(
    (key) => JSON.stringify(one.params[key]) === JSON.stringify(other.params[key]),
  )
