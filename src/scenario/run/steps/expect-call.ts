// expect: the earliest call of this scenario that agrees and that no other expectation has taken; or so many of them.

import { type Expectation, LONGEST_SECONDS } from '../../../contract/expectation.ts'
import type { CallView } from '../../../contract/traffic.ts'
import { stopwatch, timerMs } from '../../../lib/clock.ts'
import { structureIn } from '../../../lib/compare/difference.ts'
import { differenceLines } from '../../../lib/compare/shown.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Params } from '../../scenario.ts'
import { FailedStep } from '../failed-step.ts'
import { callLines, refusalText } from '../noticed.ts'
import { callsSince, isOtherBot, lastSettled, type Mismatch, type Play } from '../play.ts'
import type { Failure } from '../result.ts'
import { heldBack } from './held-back.ts'
import { atRest, OVER, type Patience, patienceOf, waitedText } from './patience.ts'

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
export async function nextCall(
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
  const query = { bot: play.botId, ...wanted, after, except }
  const found = await waitFor(play, query as Query, patience, signal)
  const call =
    found.call ??
    (correctedBy(play, params, found.problem, index) ||
      (await failed(
        play,
        `${before}no ${params.call} that agrees ${waitedText(found.ended, patience)}.`,
        found.problem,
      )))
  play.taken.add(call.id)
  return call
}

export const resultOf = (call: CallView): unknown => (call.ok ? call.body.result : call.body)

type Query = Expectation & { after: number; except: number[] }

type Found = { call: CallView } | { call?: undefined; ended: 'over' | 'rest'; problem: Problem }

async function waitFor(play: Play, query: Query, patience: Patience, signal: AbortSignal): Promise<Found> {
  const rest = new AbortController()
  const either = AbortSignal.any([signal, rest.signal])
  let ended: 'over' | 'rest' = 'over'
  if (!patience.isFixed) {
    void atRest(play, () => hasOther(play, query), either).then(
      () => {
        ended = 'rest'
        rest.abort(OVER)
      },
      () => {},
    )
  }
  try {
    return { call: await callWithin(play, query, patience, either) }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!rest.signal.aborted) return { ended, problem: noSuchCall(error) }
  } finally {
    rest.abort(OVER)
  }
  try {
    return { call: await play.client.wait({ ...query, within: 0 }, signal) }
  } catch (error) {
    return { ended, problem: noSuchCall(error) }
  }
}

/** One question after another, as none may take as long as some expectations do. */
async function callWithin({ client }: Play, query: Query, { seconds }: Patience, signal: AbortSignal) {
  const elapsed = stopwatch()
  for (;;) {
    const left = Math.max(0, seconds - elapsed() / 1000)
    try {
      return await client.wait({ ...query, within: Math.min(left, LONGEST_SECONDS) }, signal)
    } catch (error) {
      if (signal.aborted || left <= LONGEST_SECONDS) throw error
      noSuchCall(error)
    }
  }
}

function noSuchCall(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'no-such-call') return error
  throw error
}

/** Whether there is a call of this operation that is not the one. */
async function hasOther(play: Play, { call, after, except }: Query): Promise<boolean> {
  const calls = await callsSince(play, after)
  return calls.some(({ id, method }) => method === call && !except.includes(id))
}

/** As many as were expected, and not one more, once the bot is at rest. */
async function requireNoMore(play: Play, params: Params, calls: readonly CallView[], signal: AbortSignal) {
  const { as: _, within: __, ...wanted } = params
  const patience = patienceOf(play, params)
  const stop = AbortSignal.any([signal, AbortSignal.timeout(timerMs(patience.seconds))])
  await atRest(play, async () => true, stop).catch(() => signal.throwIfAborted())
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

async function failed(play: Play, text: string, problem: Problem): Promise<never> {
  const message = text.charAt(0).toUpperCase() + text.slice(1)
  const nearest = nearestIn(problem)
  if (nearest) throw new FailedStep(message, details(nearest), nearest)
  throw new FailedStep(message, [(await heldBack(play)) ?? (play.taken.size ? NOTHING_MORE : NOTHING)])
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
