// expect, expectInOrder and expectNothing: the calls of a bot, each taken by one expectation.

import { differenceLines } from '../../../contract/difference.ts'
import type { Expectation } from '../../../contract/expectation.ts'
import { span } from '../../../contract/time.ts'
import type { CallView } from '../../../contract/traffic.ts'
import { refusalText } from '../../../describe/call.ts'
import { structureIn } from '../../../lib/compare/difference.ts'
import { Problem } from '../../../lib/problem.ts'
import { pause } from '../../../lib/wait-until.ts'
import type { Params } from '../../scenario.ts'
import { callLines, isNoticed } from '../noticed.ts'
import { callsSince, FailedStep, isExpected, isOtherBot, lastSettled, type Mismatch, type Play } from '../play.ts'
import type { Failure } from '../result.ts'
import { heldBack, type Patience, patienceOf, patiently, waitedText } from './patience.ts'

/** Expects the earliest call that agrees and that no other expectation has taken; or `times` of them, and no more. */
export async function expectCall(play: Play, params: Params, signal: AbortSignal): Promise<unknown> {
  const { times, ...one } = params
  if (times === undefined) return resultOf(await nextCall(play, one, signal))
  const calls: CallView[] = []
  while (calls.length < Number(times)) {
    calls.push(await nextCall(play, one, signal, { before: `${calls.length} of ${times} came: ` }))
  }
  await requireNoMore(play, one, calls, signal)
  return calls.map(resultOf)
}

/** Expects calls of the bot, each after the one before it. */
export async function expectInOrder(play: Play, params: Params, signal: AbortSignal): Promise<void> {
  let after = play.since
  for (const [index, each] of Object.values(params as Record<string, Params>).entries()) {
    const before = index ? `After the first ${index} of them ` : ''
    const call = await nextCall(play, each, signal, { after, before, index })
    after = call.id
    if (each.as !== undefined) play.variables[String(each.as)] = resultOf(call)
  }
}

/** How long expectNothing watches unless it says so. */
const WATCHED_SECONDS = 0.2

/** Expects that the bot has called nothing unexpected since the last action, and calls nothing now. */
export async function expectNothing(play: Play, { for: seconds, call }: Params, signal: AbortSignal): Promise<void> {
  const unexpected = async () =>
    (await callsSince(play, play.turn)).filter(
      (each) => !isExpected(play, each) && (call === undefined ? isNoticed(each) : each.method === call),
    )
  const early = await unexpected()
  if (early.length === 0) await pause(span.parse(seconds ?? WATCHED_SECONDS) * 1000, signal)
  const calls = early.length ? early : await unexpected()
  if (calls.length) throw new FailedStep(surplusText(call, calls), callLines(calls))
}

function surplusText(call: unknown, [first, ...others]: CallView[]): string {
  const came = others.length ? `${others.length + 1} calls` : first?.method
  return `${call ? `No ${call}` : 'Nothing'} was expected, and ${came} came.`
}

/** Where the expectation of one call stands among others. */
interface Among {
  /** The call that it has to come after. */
  after?: number
  /** What is said before what is wrong. */
  before?: string
  /** The number of the expectation in its step. */
  index?: number
}

/** Waits for the call, and takes it. */
async function nextCall(
  play: Play,
  params: Params,
  signal: AbortSignal,
  { before = '', index, ...among }: Among = {},
): Promise<CallView> {
  const { as: _, within: __, ...wanted } = params
  const isOfOther = await isOtherBot(play, params.bot)
  const patience = patienceOf(play, params, isOfOther)
  // Of another bot nothing is known of what it has settled.
  const isAnyNew = isOfOther || params.call === 'getUpdates'
  const after = among.after ?? (isAnyNew ? play.since : await lastSettled(play))
  const except = [...play.taken].filter((id) => id > after)
  const query = { bot: play.botId, ...wanted, after, except } as Expectation
  const { outcome, problem } = await waitFor(play, query, patience, signal)
  const call = outcome.found ?? correctedBy(play, params, problem, index)
  if (!call)
    throw await failure(play, `${before}no ${params.call} that agrees ${waitedText(outcome, patience)}.`, problem)
  play.taken.add(call.id)
  return call
}

const resultOf = (call: CallView): unknown => (call.ok ? call.body.result : call.body)

/** Looks for the call after each event; the bot's other calls of the operation are not what was meant. */
async function waitFor(play: Play, query: Expectation, patience: Patience, signal: AbortSignal) {
  let problem = {} as Problem
  const outcome = await patiently(play, patience, signal, async () => {
    try {
      return { found: await play.client.wait({ ...query, within: 0 }, signal), isWrong: false }
    } catch (error) {
      signal.throwIfAborted()
      problem = noSuchCall(error)
      return { isWrong: nearestIn(problem)?.call.method === query.call }
    }
  })
  return { outcome, problem }
}

function noSuchCall(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'no-such-call') return error
  throw error
}

/** As many as were expected, and not one more, once the bot is idle. */
async function requireNoMore(play: Play, params: Params, calls: readonly CallView[], signal: AbortSignal) {
  const { as: _, within: __, ...wanted } = params
  await patiently(play, { ...patienceOf(play, params), isFixed: false }, signal, async () => ({ isWrong: true }))
  const query = { bot: play.bot, ...wanted, after: play.since, except: [...play.taken], within: 0 }
  const more = await play.client.wait(query as Expectation, signal).catch((error) => void noSuchCall(error))
  if (more) throw new FailedStep(`More than ${calls.length} came.`, callLines([...calls, more]))
}

const NOTHING = 'The bot called nothing at all but for updates.'
const NOTHING_MORE = 'All that the bot called was expected by steps before this one.'

/** With --update the nearest call becomes what is expected. */
function correctedBy({ update }: Play, params: Params, problem: Problem, index?: number): CallView | undefined {
  const nearest = nearestIn(problem)
  if (!update || !nearest || nearest.call.method !== params.call) return undefined
  const mismatch = mismatchOf(nearest)
  update(index === undefined ? mismatch : { ...mismatch, path: `${index}.${mismatch.path}` })
  return nearest.call
}

async function failure(play: Play, text: string, problem: Problem): Promise<FailedStep> {
  const message = text.charAt(0).toUpperCase() + text.slice(1)
  const nearest = nearestIn(problem)
  if (nearest) return new FailedStep(message, details(nearest), nearest)
  return new FailedStep(message, [(await heldBack(play)) ?? (play.taken.size ? NOTHING_MORE : NOTHING)])
}

const nearestIn = ({ details }: Problem) => (details?.nearest ?? undefined) as Nearest | undefined

type Nearest = NonNullable<Failure['nearest']>

function details({ call, path, expected, actual }: Nearest): string[] {
  const refused = call.ok ? [] : [`It was refused: ${refusalText(call)}.`]
  return [
    `The nearest was ${call.method}, call ${call.id}:`,
    ...differenceLines(path, actual ?? undefined, expected).map((line) => `  ${line}`),
    ...(actual === undefined || actual === null ? keysLine(call, path) : []),
    ...refused,
  ]
}

/** What there is where a key is missing. */
function keysLine(call: CallView, path: string): string[] {
  const around = path.split('.').slice(0, -1).join('.')
  const value = around ? structureIn(listAt(call, around)) : undefined
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
  return keys.length ? [`  There are: ${keys.join(', ')}.`] : []
}

/** Of a refusal its text is what there is to expect; of a list that is longer or shorter, the list. */
function mismatchOf({ call, path, expected, actual }: Nearest): Mismatch {
  if (path === 'ok') return { path: 'error', expected: undefined, actual: call.body.description }
  const whole = path.endsWith('.length') ? path.slice(0, -'.length'.length) : undefined
  if (whole === undefined) return { path, expected, actual }
  return { path: whole, expected: `a list of ${expected}`, actual: listAt(call, whole) }
}

function listAt(call: CallView, path: string): unknown {
  const [root, ...keys] = path.split('.')
  const from: unknown = root === 'with' ? call.params : call.body.result
  return keys.reduce<unknown>((inner, key) => (structureIn(inner) as Params | undefined)?.[key], from)
}
