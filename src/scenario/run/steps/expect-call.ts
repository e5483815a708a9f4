// expect: the earliest call of this scenario that agrees and that no other expectation has taken.

import type { Expectation } from '../../../contract/expectation.ts'
import type { CallView } from '../../../contract/traffic.ts'
import { differenceLines } from '../../../lib/compare/shown.ts'
import { duration } from '../../../lib/duration.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Params } from '../../scenario.ts'
import { FailedStep } from '../failed-step.ts'
import { refusalText } from '../noticed.ts'
import type { Mismatch, Play } from '../play.ts'
import type { Failure } from '../result.ts'

export async function expectCall(play: Play, params: Params, signal: AbortSignal): Promise<unknown> {
  const { as: _, within = play.patience, ...wanted } = params
  const query = { bot: play.bot, ...wanted, within, after: play.since, except: [...play.taken] } as Expectation
  let call: CallView
  try {
    call = (await play.client.wait(query, signal)) as CallView
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!(error instanceof Problem) || error.code !== 'no-such-call') throw error
    call = insteadOf(play, params, duration.parse(within), error)
  }
  play.taken.add(call.id)
  return call.ok ? call.body.result : call.body
}

const NOTHING = 'The bot called nothing at all but for updates.'
const NOTHING_MORE = 'All that the bot called was expected by steps before this one.'

function insteadOf(play: Play, params: Params, seconds: number, problem: Problem): CallView {
  const nearest = (problem.details?.nearest ?? undefined) as Nearest | undefined
  if (play.update && nearest && nearest.call.method === params.call) {
    play.update(mismatchOf(nearest))
    return nearest.call
  }
  const message = `No ${params.call} that agrees came within ${seconds} s.`
  if (!nearest) throw new FailedStep(message, [play.taken.size ? NOTHING_MORE : NOTHING])
  throw new FailedStep(message, details(nearest), nearest)
}

type Nearest = NonNullable<Failure['nearest']>

function details({ call, path, expected, actual }: Nearest): string[] {
  const refused = call.ok ? [] : [`It was refused: ${refusalText(call)}.`]
  return [
    `The nearest was ${call.method}, call ${call.id}:`,
    ...differenceLines(path, actual ?? undefined, expected).map((line) => `  ${line}`),
    ...refused,
  ]
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
  return keys.reduce<unknown>((inner, key) => (parsed(inner) as Params | undefined)?.[key], from)
}

const parsed = (value: unknown) => (typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value)
