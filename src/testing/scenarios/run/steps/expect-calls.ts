// The steps expect, expectInOrder and expectNothing, for the calls of a bot.

import type { CallExpectation, Missed } from '../../../../control/contract/expectation.ts'
import { span } from '../../../../control/contract/time.ts'
import type { CallView } from '../../../../control/contract/traffic.ts'
import { callLines, isNoticeable, refusalText, waitEndText } from '../../../../control/describe/call.ts'
import { differenceLines, existingKeyLines } from '../../../../control/describe/difference.ts'
import { stopwatch } from '../../../../lib/clock.ts'
import { parseStructure } from '../../../../lib/compare/difference.ts'
import { plural } from '../../../../lib/safe-text.ts'
import { pause } from '../../../../lib/wait-until.ts'
import type { Params } from '../../scenario.ts'
import { callsSince, FailedStep, isExpected, isOtherBot, type Mismatch, type Play, skipMatchedCalls } from '../play.ts'
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
  let after = play.callIdBeforeScenario
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
    (await callsSince(play, play.callIdBeforeLastAction)).filter(
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
  /** The index of the expectation in an expectInOrder step. */
  index?: number
}

/** Waits for a matching call, and marks it so that no other expectation matches it. */
async function nextCall(
  play: Play,
  params: Params,
  signal: AbortSignal,
  { prefix = '', index, ...position }: CallPosition = {},
): Promise<CallView> {
  const { as: _, within: __, ...expected } = params
  const isFromOtherBot = await isOtherBot(play, params.bot)
  const limit = waitLimitOf(play, params, isFromOtherBot)
  // For another bot or for getUpdates, `matchedUpTo` doesn't apply: any call since the scenario's start may match.
  const startsAtScenario = isFromOtherBot || params.call === 'getUpdates'
  const after = position.after ?? (startsAtScenario ? play.callIdBeforeScenario : await skipMatchedCalls(play))
  const except = [...play.matchedCalls].filter((id) => id > after)
  const query = { bot: play.botId, ...expected, after, except } as CallExpectation
  const wait = (time: WaitLimit) => waitFor(play, query, time, signal)
  const elapsed = stopwatch()
  const { found, miss } = await wait(limit)
  const call = found ?? acceptNearestCall(play, params, miss as CallMiss, index)
  if (!call) {
    await failIfLate(params, elapsed, wait)
    const message = capitalize(`${prefix}no ${params.call} matched${waitEndText(miss as Missed, limit.seconds)}.`)
    const earlier = position.after === undefined ? undefined : await findEarlierCall(play, query, signal)
    if (earlier) throw new FailedStep(message, orderLines(await callsSince(play, 0), earlier.id, after))
    throw missedCall(play, message, miss as CallMiss)
  }
  play.matchedCalls.add(call.id)
  return call
}

const resultOf = (call: CallView): unknown => (call.ok ? call.body.result : call.body)

/** Waits until the bot is idle, and throws if it has made another matching call. */
async function requireNoMore(play: Play, params: Params, calls: readonly CallView[], signal: AbortSignal) {
  const { as: _, within: __, ...expected } = params
  await waitUntilIdle(play, signal, waitLimitOf(play, params).seconds)
  const query = {
    bot: play.bot,
    ...expected,
    after: play.callIdBeforeScenario,
    except: [...play.matchedCalls],
  }
  const { found: more } = await waitFor(play, query as CallExpectation, AT_ONCE, signal)
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
  const mismatch = mismatchOf(nearest)
  onMismatch(index === undefined ? mismatch : { ...mismatch, path: `${index}.${mismatch.path}` })
  return nearest.call
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Finds a call that matches, but came too early: before the calls matched by the step's earlier expectations. */
const findEarlierCall = async (play: Play, query: CallExpectation, signal: AbortSignal) =>
  (await waitFor(play, { ...query, after: play.callIdBeforeScenario, except: [...play.matchedCalls] }, AT_ONCE, signal))
    .found

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
  const refusalLines = call.ok ? [] : [`It was refused: ${refusalText(call)}.`]
  return [
    `The nearest call was ${call.method}, call ${call.id}:`,
    ...differenceLines({ path, actual: actual ?? undefined, expected }),
    ...existingKeyLines({ path, actual }, { with: call.params, result: call.body.result }),
    ...refusalLines,
  ]
}

/**
 * Returns the difference as a scenario file would write it: a refused call has its description under `error`. If a list
 * has the wrong length, returns the whole list.
 */
function mismatchOf({ call, path, expected, actual }: Nearest): Mismatch {
  if (path === 'ok') return { path: 'error', expected: undefined, actual: call.body.description }
  const isOtherLength = path.endsWith('.length') || ((actual ?? null) === null && /\.\d+$/.test(path))
  if (!isOtherLength) return { path, expected, actual }
  const listPath = path.slice(0, path.lastIndexOf('.'))
  const expectedText = path.endsWith('.length') ? `a list of ${expected}` : expected
  return { path: listPath, expected: expectedText, actual: valueInCall(call, listPath) }
}

function valueInCall(call: CallView, path: string): unknown {
  const [root, ...keys] = path.split('.')
  const from: unknown = root === 'with' ? call.params : call.body.result
  return keys.reduce<unknown>((inner, key) => (parseStructure(inner) as Params | undefined)?.[key], from)
}
