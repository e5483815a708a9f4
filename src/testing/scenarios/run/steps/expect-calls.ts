// The steps expect, expectInOrder and expectNothing, for the calls of a bot.

import type { CallExpectation, Missed } from '../../../../control/contract/expectation.ts'
import { span } from '../../../../control/contract/time.ts'
import type { CallView } from '../../../../control/contract/traffic.ts'
import { callLines, isNoticeable, refusalText, waitEndText } from '../../../../control/describe/call.ts'
import { differenceLines, existingKeyLines } from '../../../../control/describe/difference.ts'
import { stopwatch } from '../../../../lib/clock.ts'
import { plural } from '../../../../lib/safe-text.ts'
import { pause } from '../../../../lib/wait-until.ts'
import type { Params } from '../../scenario.ts'
import { callsSince, FailedStep, isExpected, type Play } from '../play.ts'
import type { Failure } from '../result.ts'
import { diagnosisLines, failIfLate, type WaitLimit, waitFor, waitLimitOf, waitUntilIdle } from './wait-for-bot.ts'

/** Waits for the earliest matching call, or for exactly `times` such calls. */
export async function expectCall(play: Play, params: Params, signal: AbortSignal): Promise<unknown> {
  const { times, ...expected } = params
  if (times === undefined) return resultOf(await nextCall(play, expected, signal))
  const calls: CallView[] = []
  while (calls.length < Number(times)) {
    calls.push(await nextCall(play, expected, signal, { prefix: `after ${calls.length} of ${times} calls, ` }))
  }
  await requireNoMore(play, expected, calls, signal)
  return calls.map(resultOf)
}

export async function expectInOrder(play: Play, params: Params, signal: AbortSignal): Promise<void> {
  let after: number | undefined
  for (const [index, each] of Object.values(params as Record<string, Params>).entries()) {
    const prefix = index ? `after ${plural(index, 'call')}, ` : ''
    const call = await nextCall(play, each, signal, { after, prefix, index })
    after = call.id
    if (each.as !== undefined) play.variables[String(each.as)] = resultOf(call)
  }
}

const DEFAULT_WATCH_SECONDS = 0.2

export async function expectNothing(play: Play, { for: seconds, call }: Params, signal: AbortSignal): Promise<void> {
  const unexpected = async () =>
    (await callsSince(play, play.beforeLastAction.call)).filter(
      (each) => !isExpected(play, each) && (call === undefined ? isNoticeable(each) : each.method === call),
    )
  const callsSoFar = await unexpected()
  if (play.botClock) await play.client.waitForIdle()
  if (callsSoFar.length === 0) await pause(span.parse(seconds ?? DEFAULT_WATCH_SECONDS) * 1000, signal)
  const calls = callsSoFar.length ? callsSoFar : await unexpected()
  if (calls.length) throw new FailedStep(unexpectedCallsText(call, calls), callLines(calls))
}

function unexpectedCallsText(call: unknown, [first, ...others]: CallView[]): string {
  const actual = others.length ? `made ${others.length + 1} calls` : `called ${first?.method}`
  return `Expected no ${call ?? 'call'}, but the bot ${actual}.`
}

/** The position of an expected call among the other calls that its step expects. */
interface CallPosition {
  after?: number
  prefix?: string
  index?: number
}

/** Waits for a matching call, and marks it so that no other expectation matches it. */
async function nextCall(
  play: Play,
  params: Params,
  signal: AbortSignal,
  { prefix = '', index, after }: CallPosition = {},
): Promise<CallView> {
  const limit = waitLimitOf(play, params)
  const query = unmatchedCall(play, params, after)
  const wait = (time: WaitLimit) => waitFor(play, query, time, signal)
  const elapsed = stopwatch()
  const { found, miss } = await wait(limit)
  const call = found ?? acceptNearestCall(play, params, miss as CallMiss, index)
  if (!call) {
    await failIfLate(params, elapsed, wait)
    const message = capitalize(`${prefix}no ${params.call} matched${waitEndText(miss as Missed, limit.seconds)}.`)
    const earlier = after && (await waitFor(play, unmatchedCall(play, params), AT_ONCE, signal)).found
    if (earlier) throw new FailedStep(message, orderLines(await callsSince(play, 0), earlier.id, after))
    throw missedCall(play, message, miss as CallMiss)
  }
  play.matchedCalls.add(call.id)
  return call
}

/** Each call matches only one expectation. */
function unmatchedCall(play: Play, params: Params, after = play.beforeScenario.call) {
  const { as: _, within: __, ...expected } = params
  return { bot: play.botId, ...expected, after, except: [...play.matchedCalls] } as CallExpectation
}

const resultOf = (call: CallView): unknown => (call.ok ? call.body.result : call.body)

/** Waits until the bot is idle, and throws if it has made another matching call. */
async function requireNoMore(play: Play, params: Params, calls: readonly CallView[], signal: AbortSignal) {
  await waitUntilIdle(play, signal, waitLimitOf(play, params).seconds)
  const { found: more } = await waitFor(play, unmatchedCall(play, params), AT_ONCE, signal)
  if (more) throw new FailedStep(`More than ${plural(calls.length, 'call')} matched.`, callLines([...calls, more]))
}

const AT_ONCE = { seconds: 0, isFixed: true }

const NO_OTHER_CALLS = 'Earlier steps already matched every call of the bot.'

interface CallMiss extends Missed {
  nearest?: Nearest | null
}

/** With --update, accepts the nearest call as a match, and reports its difference for the scenario file. */
function acceptNearestCall({ onMismatch }: Play, params: Params, { nearest }: CallMiss, index?: number) {
  if (!onMismatch || !nearest || nearest.call.method !== params.call) return undefined
  const { call, ...difference } = nearest
  const { params: sent, body } = call
  // A scenario file has the description of a refused call under `error`.
  const refused = difference.path === 'ok' && { path: 'error', expected: undefined, actual: body.description }
  onMismatch({ ...difference, ...refused, index, whole: { with: sent, result: body.result } })
  return call
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Says that a call matches, but came before the calls that the step's earlier expectations matched. */
const orderLines = (calls: readonly CallView[], earlier: number, matched: number): string[] => [
  `Call ${earlier} matches, but the bot made it before call ${matched}:`,
  ...callLines(calls.filter(({ id }) => id === earlier || id === matched)),
]

function missedCall(play: Play, message: string, miss: CallMiss): FailedStep {
  const { nearest, diagnosis } = miss
  if (nearest) return new FailedStep(message, nearestCallLines(nearest), { nearest })
  const hasOnlyMatched = play.matchedCalls.size > 0 && (diagnosis?.state === 'called' || diagnosis?.state === 'idle')
  return new FailedStep(message, hasOnlyMatched ? [NO_OTHER_CALLS] : diagnosisLines(miss), { cause: diagnosis?.state })
}

type Nearest = NonNullable<Failure['nearest']>

function nearestCallLines({ call, path, expected, actual }: Nearest): string[] {
  const what = `The nearest call was ${call.method}, call ${call.id}`
  if (path === 'ok' && !call.ok) return [`${what}. It was refused: ${refusalText(call)}.`]
  return [
    `${what}:`,
    ...differenceLines({ path, actual: actual ?? undefined, expected }),
    ...existingKeyLines({ path, actual }, { with: call.params, result: call.body.result }),
    ...(call.ok ? [] : [`It was refused: ${refusalText(call)}.`]),
  ]
}
