// Judges the bot's calls: one is refused, sent twice, or not repeated after a 429.

import { isDeepStrictEqual } from 'node:util'
import type { CallView } from '../../../control/contract/traffic.ts'
import { causeText, isNoticeable, refusalText } from '../../../control/describe/call.ts'
import { escapeRegex, literal } from '../../../lib/compare/regex.ts'
import { quote } from '../../../lib/safe-text.ts'
import { describeCall } from '../../faults/points.ts'
import { KINDS } from '../../scenarios/fault-kinds.ts'
import { withoutNumbers } from '../../seen/compare-seen.ts'
import { shownByCall } from '../../seen/seen.ts'
import { actorOf, isJump } from '../moves.ts'
import { isAnswered } from '../observation.ts'
import { AFTER_429, expectNever, isExcused, isLacking, type Judge, MAX_QUOTED, withoutValues } from './suspicion.ts'

export const refused: Judge = ({ observation, history }) => {
  const { calls } = observation
  if (calls.some(isLacking)) return undefined
  const conversation = [...history, observation]
  const call = calls.find(
    (each, i) =>
      !each.ok && isNoticeable(each) && !isExcused(each, conversation) && !isAnswered({ calls: calls.slice(i + 1) }),
  )
  if (!call) return undefined
  const { method, body } = call
  const description = body.description ?? ''
  return {
    what: `, the service refuses ${describeCall(call)}, and the person gets no answer: ${refusalText(call)}.`,
    cause: withoutValues(`${method} ${description} ${causeText(call)}`),
    check: [expectNever(method, { error: `/^${escapeRegex(description).replace(/\d+/g, '\\d+')}$/` })],
  }
}

export const double: Judge = ({ observation, history }) => {
  const { calls, move, before, handles } = observation
  // A jump of the clock can pass several moments at which the bot rightly sends the same message.
  // Who starts a blocked bot causes two updates.
  if (isJump(move) || before?.blocked) return undefined
  const sent = calls.filter(isSent)
  const repeated = sent.filter((call, i) => i > 0 && isAlike(call, sent[i - 1] as CallView))
  const [first] = repeated
  if (!first) return undefined
  const { chat_id, text } = first.params
  const all = [...history, observation].flatMap((each) => each.calls.filter(isSent))
  const count = (some: readonly CallView[]) =>
    some.filter(({ params }) => params.chat_id === chat_id && params.text === text).length
  const expected = { chat_id: handles.get(Number(chat_id)) ?? chat_id, text: literal(String(text)) }
  return {
    what: `, the bot sends ${quote(text, MAX_QUOTED)} twice.`,
    cause: `double ${withoutNumbers(String(text))}`,
    isByTimer: actorOf(move) === undefined,
    check: [{ expect: { call: first.method, with: expected, times: count(all) - count(repeated) } }],
  }
}

const isSent = ({ ok, method }: CallView) => ok && method === 'sendMessage'

/** Messages that look alike are about two things if the data of their buttons differs. One may have no buttons. */
function isAlike(one: CallView, other: CallView): boolean {
  const shownIn = (call: CallView) => ({ ...shownByCall(call), buttons: 0, keys: 0, chat: call.params.chat_id })
  const [first, second] = [one, other].flatMap(({ params }) => params.reply_markup ?? [])
  return isDeepStrictEqual(shownIn(one), shownIn(other)) && (!second || isDeepStrictEqual(first, second))
}

/** Judges a move after a 429 was injected. */
export const lost: Judge = ({ observation }) => {
  const { calls, ending } = observation
  const refused = calls.find(({ status }) => status === 429)
  const repeated = calls.findLast(({ method }) => method === refused?.method)
  if (!refused || ending || repeated?.status !== 429 || isAnswered(observation)) return undefined
  return {
    what: ` and ${KINDS['429'].says(describeCall(refused))}, the bot does not repeat it.`,
    cause: AFTER_429,
    check: [{ expectBot: { answers: true, within: '4s' } }],
  }
}
