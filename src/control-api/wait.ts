// Waits for a bot's call that matches an expectation, else explains how near the nearest came.

import { isLenient } from '../bot-api/operations/unknown-operation.ts'
import { differenceText } from '../contract/difference.ts'
import { expectation, type Wanted } from '../contract/expectation.ts'
import type { Call } from '../event-log/entry.ts'
import { type Comparison, compare, type Difference, requireReadableIn } from '../lib/compare/difference.ts'
import { nearest as nearestWord } from '../lib/compare/nearest.ts'
import { firstIssue } from '../lib/first-issue.ts'
import { Problem } from '../lib/problem.ts'
import { waitUntil } from '../lib/wait-until.ts'
import { botNamed, findUser, sameOne } from '../messenger/users/named.ts'
import type { Read } from '../messenger/world.ts'
import { viewCall } from './build-views/traffic.ts'

/** Waits in `read`, until `closing` aborts when the emulator stops. */
export async function waitForCall(read: Read, closing: AbortSignal, query: unknown, signal?: AbortSignal) {
  signal?.throwIfAborted()
  const wanted = parseExpectation(read, query)
  let judged = wanted.after
  /** Judges each call once, and not in the turn in which the bot gets its answer. */
  function nextMatch(): Call | undefined {
    const calls = candidates(read, { ...wanted, after: judged })
    judged = read.log.calls.lastId()
    return calls.find((call) => call.method === wanted.call && !judge(read, wanted, call).difference)
  }
  const either = AbortSignal.any(signal ? [signal, closing] : [closing])
  const { subscribe } = read.log
  const match = await waitUntil(nextMatch, { subscribe, withinMs: wanted.within * 1000, signal: either }).catch(
    (error) => {
      const isStopped = closing.aborted && !signal?.aborted
      throw isStopped ? new Problem('closed', 'The emulator was stopped.', 'Wait before it is stopped.') : error
    },
  )
  if (match) return viewCall(read, match)
  throw noSuchCall(read, wanted)
}

/** Throws for everything that can be wrong with an expectation before it meets the first call. */
function parseExpectation(read: Read, query: unknown): Wanted {
  const parsed = expectation.safeParse(query ?? {})
  if (!parsed.success) {
    const { at, message } = firstIssue(parsed.error)
    const known = Object.keys(expectation.shape).join(', ')
    throw new Problem('invalid-params', `wait: ${at ? `${at}: ` : ''}${message}`, `wait takes ${known}.`)
  }
  const wanted = parsed.data
  if (wanted.bot !== undefined) botNamed(read, wanted.bot)
  requireReadableIn([wanted.with, wanted.result, wanted.error])
  return wanted
}

/** The bot is looked up each time: another world may have replaced this one meanwhile. */
function candidates(read: Read, { bot, after, except }: Wanted): Call[] {
  const id = bot === undefined ? undefined : findUser(read, bot)?.id
  return read.log.calls
    .since(after)
    .filter((call) => !except.includes(call.id) && (bot === undefined || call.bot === id))
}

/** Compares a call with the expectation. */
function judge(read: Read, wanted: Wanted, call: Call): Comparison {
  const { result, error } = wanted
  const body = result === undefined && error === undefined ? {} : (JSON.parse(call.body) as Body)
  const expected = {
    call: wanted.call,
    ...(error === undefined && { ok: wanted.ok }),
    with: wanted.with,
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
  }
  const actual = {
    call: call.method,
    ok: call.status === 200,
    with: call.params,
    result: body.result,
    error: body.description,
  }
  return compare(expected, actual, sameOne(read))
}

interface Body {
  result?: unknown
  description?: string
}

/** Of calls with another name only the last are looked at. */
const LAST = 100

type Rated = Comparison & { call: Call }

function noSuchCall(read: Read, wanted: Wanted): Problem {
  const message = `No call of ${wanted.call} ${wanted.ok ? '' : 'that is refused '}came within ${wanted.within} s.`
  const came = candidates(read, wanted)
  const nearest = nearestOf(read, wanted, came)
  const unknown = unknownOperation(read, wanted.call)
  if (!nearest) return new Problem('no-such-call', message, unknown + silence(came.length), { nearest: null })
  const { call } = nearest
  const { path, expected, actual } = nearest.difference as Difference
  const cause = [call.why, call.rule && `(${call.rule})`].filter(Boolean).join(' ')
  const because = cause ? ` It was refused: ${cause}.` : ''
  return new Problem(
    'no-such-call',
    message,
    `${unknown}The nearest, call ${call.id}, has ${path} ${differenceText(actual, expected)}.${because}`,
    { nearest: { call: viewCall(read, call), path, expected, actual: actual ?? null } },
  )
}

/** A bot may call an operation that does not exist, and a test may wait for that; more often the name is mistyped. */
function unknownOperation(read: Read, name: string): string {
  const { operations } = read.faults
  if (operations.has(name) || isLenient(read, name)) return ''
  const near = nearestWord(name, [...operations.keys()])
  return `The service has no operation ${name}${near ? `; did you mean ${near}?` : '.'} `
}

const silence = (polls: number) =>
  polls ? 'Nothing came but getUpdates: the bot polls, and does nothing.' : 'No call came at all: is the bot running?'

function nearestOf(read: Read, wanted: Wanted, came: readonly Call[]): Rated | undefined {
  const named = came.filter((call) => call.method === wanted.call)
  const others = () => came.filter((call) => call.method !== 'getUpdates').slice(-LAST)
  const rated = (named.length ? named : others()).map((call) => ({ call, ...judge(read, wanted, call) }))
  return rated.reduce<Rated | undefined>((best, each) => (best && best.agreed > each.agreed ? best : each), undefined)
}
