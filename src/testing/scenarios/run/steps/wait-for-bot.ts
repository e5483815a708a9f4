// Waits for a bot as a step does, and describes how the wait ended.

import { becomeIdle, waitLong } from '../../../../control/client/wait-long.ts'
import type { Diagnosis } from '../../../../control/contract/diagnosis.ts'
import type { Expectation, Found, Missed } from '../../../../control/contract/expectation.ts'
import type { MessageView } from '../../../../control/contract/messages.ts'
import { span } from '../../../../control/contract/time.ts'
import { diagnosisText } from '../../../../control/describe/call.ts'
import { messageText } from '../../../../control/describe/message.ts'
import { Problem } from '../../../../lib/problem.ts'
import { sanitizeLine } from '../../../../lib/safe-text.ts'
import { formatSpan } from '../../../../lib/time-text.ts'
import type { Params } from '../../scenario.ts'
import { FailedStep, type Play } from '../play.ts'

export interface WaitLimit {
  seconds: number
  /** True if the wait goes on while the bot is idle, because the step sets `within`. */
  isFixed: boolean
}

export const waitLimitOf = ({ defaultWaitSeconds }: Play, { within }: Params): WaitLimit => ({
  seconds: within === undefined ? defaultWaitSeconds : span.parse(within),
  isFixed: within !== undefined,
})

export type WaitOutcome<Value> = { found: Value; miss?: undefined } | { found?: undefined; miss: Missed }

const MISSES = ['no-such-call', 'no-reply', 'no-answer']

/** Waits for what a step expects of the bot: as long as the bot works, or for the whole time if the step sets it. */
export async function waitFor<const Expected extends Expectation>(
  { client, botClock, beforeLastAction }: Play,
  expected: Expected,
  { seconds, isFixed }: WaitLimit,
  signal: AbortSignal,
): Promise<WaitOutcome<Found<Expected>>> {
  const patience = { while_working: !isFixed, skip: botClock === 'skip', since: beforeLastAction.event }
  try {
    return { found: (await waitLong(client, { ...expected, ...patience }, seconds, signal)) as Found<Expected> }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem) || !MISSES.includes(error.code)) throw error
    return { miss: error.details as unknown as Missed }
  }
}

export const waitUntilIdle = (
  { client, bot, defaultWaitSeconds }: Play,
  signal: AbortSignal,
  seconds = defaultWaitSeconds,
) => becomeIdle(client, { bot }, seconds, signal)

/** A call or message at most this much later than `within` allows is reported as late, not as missing. */
const LATE_SECONDS = 1

/** Fails a step whose call or message arrives after `within`. The error says how late the call or message was. */
export async function failIfLate(
  { within }: Params,
  elapsed: () => number,
  wait: (limit: WaitLimit) => Promise<WaitOutcome<unknown>>,
): Promise<void> {
  if (within === undefined) return
  const { found } = await wait({ seconds: LATE_SECONDS, isFixed: false })
  if (!found) return
  const budget = { within_ms: Math.round(span.parse(within) * 1000), actual_ms: Math.ceil(elapsed()) }
  const [allowed, actual] = [budget.within_ms, budget.actual_ms].map((ms) => formatSpan(ms / 1000))
  throw new FailedStep(`Too late: the bot answered after ${actual}, and \`within\` allows ${allowed}.`, [], { budget })
}

/** Says in lines what the bot did since the last action, or why it did nothing. */
export const diagnosisLines = ({ diagnosis }: Missed): string[] =>
  diagnosis ? [diagnosisText(diagnosis), ...evidenceLines(diagnosis)] : []

/** Leaves out the bot's output, which the report of a scenario shows anyway. */
const evidenceLines = ({ state, lines }: Diagnosis) => (state === 'ended' || state === 'error' ? [] : lines)

const MAX_SHOWN = 6
export const ON_SCREEN = 'On the screen:'

export const loadChatOf = ({ client }: Play, user: string | number, chat: string | number) =>
  client.view('/users/:user/chats/:chat', { user, chat })

export function screenLines(messages: readonly MessageView[]): string[] {
  if (!messages.length) return ['The screen is empty.']
  const last = messages.slice(-MAX_SHOWN)
  return [ON_SCREEN, ...last.map((message) => `  ${sanitizeLine(messageText(message))}`)]
}
