// The oracle `refused`: the service refuses a call that the bot should not have made.

import type { CallView } from '../../../control/contract/traffic.ts'
import { callText, causeText, isNoticeable } from '../../../control/describe/call.ts'
import { escapeRegex } from '../../../lib/compare/regex.ts'
import { deedText } from '../deed.ts'
import type { Observation } from '../observation.ts'
import { type Oracle, withoutNumbers } from './oracle.ts'

/** Matches refusals that depend on people, rights or time, which a bot cannot know before it calls. */
const UNPREDICTABLE =
  /not enough rights|can't remove chat owner|is an administrator|can't restrict|user not found|not modified/i
/** Matches refusals of calls about a message that a person may have deleted in the meantime. */
const LOST_MESSAGE = /message to (edit|pin|be replied) not found|message can't be edited/i

const BLOCKED_RULE = 'CID-10'

const LACKING_RULES = ['GAP-02', 'GAP-03']

/** True for a call of an operation that the service lacks, which says nothing about the bot. */
export const isLacking = ({ ok, rule }: CallView) => !ok && LACKING_RULES.includes(rule ?? '')

export const isRefusedAsBlocked = ({ ok, rule }: CallView) => !ok && rule === BLOCKED_RULE

/** Returns true if the bot could not know that the service would refuse this call. */
export function isExcused(call: CallView, conversation: readonly Observation[]): boolean {
  const { status, body } = call
  const { description = '' } = body
  if (isRefusedAsBlocked(call)) return true
  if (status === 403 || status === 429 || status === 409 || status >= 500 || UNPREDICTABLE.test(description))
    return true
  return LOST_MESSAGE.test(description) && conversation.some(({ move }) => move.action === 'delete')
}

export const refused: Oracle = ({ observation, history }) => {
  const calls = [...observation.late, ...observation.calls]
  if (observation.isFaulty || calls.some(isLacking)) return undefined
  const conversation = [...history, observation]
  const call = calls.find(
    (each, i) =>
      !each.ok && isNoticeable(each) && !isExcused(each, conversation) && !isRepaired(each, calls.slice(i + 1)),
  )
  if (!call) return undefined
  const { method, body } = call
  const description = body.description ?? ''
  const pattern = `/^${escapeRegex(description).replace(/\d+/g, '\\d+')}$/`
  return {
    kind: 'refused',
    summary: `${deedText(observation)}, the service refuses ${callText(call)}, and the person gets no answer.`,
    cause: withoutNumbers(`${method} ${description} ${causeText(call)}`),
    check: [{ expect: { call: method, error: pattern, times: 0 } }],
  }
}

/** Returns true if a later call to the same chat succeeded, which means that the bot handled the refusal. */
const isRepaired = ({ params }: CallView, later: readonly CallView[]) =>
  later.some((call) => call.ok && isNoticeable(call) && String(call.params.chat_id) === String(params.chat_id))
