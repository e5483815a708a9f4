// Waits for a bot's call that matches an expectation, or until the bots are idle.

import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import { isLenient } from '../bot-api/operations/unknown-operation.ts'
import type { TimePlayer } from '../bot-clock/play-time.ts'
import { differenceText } from '../contract/difference.ts'
import { expectationSchema, type ParsedExpectation } from '../contract/expectation.ts'
import type { IdleView } from '../contract/service.ts'
import { span } from '../contract/time.ts'
import type { Call } from '../event-log/entry.ts'
import { stopwatch } from '../lib/clock.ts'
import { type Comparison, compare, type Difference, requireValidPatterns } from '../lib/compare/difference.ts'
import { nearest as nearestWord } from '../lib/compare/nearest.ts'
import { Problem, parseRequest } from '../lib/problem.ts'
import { waitUntil } from '../lib/wait-until.ts'
import { findUser, requireBot, sameReference } from '../messenger/users/find-by-ref.ts'
import type { Read } from '../messenger/world.ts'
import { viewCall } from './build-views/traffic.ts'

/**
 * Returns the first matching call. If none is made in time, throws a Problem that shows the most similar call. `closing`
 * aborts when the emulator stops.
 */
export async function waitForCall(read: Read, closing: AbortSignal, query: unknown, signal?: AbortSignal) {
  signal?.throwIfAborted()
  const expectation = parseExpectation(read, query)
  let comparedUpTo = expectation.after
  /** Compares only the calls that were recorded since the last check. */
  async function nextMatch(): Promise<Call | undefined> {
    const calls = candidates(read, { ...expectation, after: comparedUpTo })
    comparedUpTo = read.log.calls.lastId()
    for await (const call of withPauses(calls.filter(({ method }) => method === expectation.call))) {
      if (!compareCall(read, expectation, call).difference) return call
    }
    return undefined
  }
  const either = AbortSignal.any(signal ? [signal, closing] : [closing])
  const { subscribe } = read.log
  const match = await waitUntil(nextMatch, { subscribe, withinMs: expectation.within * 1000, signal: either }).catch(
    (error) => {
      if (!closing.aborted || signal?.aborted) throw error
      throw new Problem('closed', 'The emulator was stopped.', 'Stop the emulator only after the expected call.')
    },
  )
  if (match) return viewCall(read, match)
  throw await noSuchCall(read, expectation)
}

function parseExpectation(read: Read, query: unknown): ParsedExpectation {
  const expectation = parseRequest('wait', expectationSchema, query)
  if (expectation.bot !== undefined) requireBot(read, expectation.bot)
  requireValidPatterns([expectation.with, expectation.result, expectation.error])
  return expectation
}

/** Looks up the bot each time, because the world may have been replaced since the last check. */
function candidates(read: Read, { bot, after, except }: ParsedExpectation): Call[] {
  const id = bot === undefined ? undefined : findUser(read, bot)?.id
  return read.log.calls
    .since(after)
    .filter((call) => !except.includes(call.id) && (bot === undefined || call.bot === id))
}

function compareCall(read: Read, expectation: ParsedExpectation, call: Call): Comparison {
  const { result, error } = expectation
  const body = result === undefined && error === undefined ? {} : (JSON.parse(call.body) as Body)
  const expected = {
    call: expectation.call,
    ...(error === undefined && { ok: expectation.ok }),
    with: expectation.with,
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
  }
  const { method, status, params } = call
  const actual = { call: method, ok: status === 200, with: params, result: body.result, error: body.description }
  return compare(expected, actual, sameReference(read))
}

interface Body {
  result?: unknown
  description?: string
}

/** The maximum number of newest calls that are compared if no call has the expected operation. */
const MAX_OTHER_CALLS = 100

type Rated = Comparison & { call: Call }

async function noSuchCall(read: Read, expectation: ParsedExpectation): Promise<Problem> {
  const message = `No ${expectation.ok ? '' : 'refused '}call of ${expectation.call} was made within ${expectation.within} s.`
  const calls = candidates(read, expectation)
  const nearest = await findNearest(read, expectation, calls)
  const unknown = explainUnknown(read, expectation.call)
  if (!nearest) return new Problem('no-such-call', message, unknown + explainSilence(calls.length), { nearest: null })
  const { call } = nearest
  const { path, expected, actual } = nearest.difference as Difference
  const cause = [call.why, call.rule && `(${call.rule})`].filter(Boolean).join(' ')
  const because = cause ? ` It was refused: ${cause}.` : ''
  const hint = `${unknown}The nearest call, ${call.id}, has ${path} ${differenceText(actual, expected)}.${because}`
  const details = { nearest: { call: viewCall(read, call), path, expected, actual: actual ?? null } }
  return new Problem('no-such-call', message, hint, details)
}

/**
 * Returns a hint if the service does not have the operation, because the name is probably mistyped. That is not an
 * error, because a test may expect an unknown operation on purpose.
 */
function explainUnknown(read: Read, name: string): string {
  const { operations } = read.faults
  if (operations.has(name) || isLenient(read, name)) return ''
  const near = nearestWord(name, [...operations.keys()])
  return `The service does not have the operation ${name}${near ? `; did you mean ${near}?` : '.'} `
}

const explainSilence = (calls: number) =>
  calls ? 'The bot polls for updates, but made no other call.' : 'The bot made no call at all. Is it running?'

async function findNearest(read: Read, expectation: ParsedExpectation, calls: readonly Call[]) {
  const sameOperation = calls.filter((call) => call.method === expectation.call)
  const others = () => calls.filter((call) => call.method !== 'getUpdates').slice(-MAX_OTHER_CALLS)
  let nearest: Rated | undefined
  for await (const call of withPauses(sameOperation.length ? sameOperation : others())) {
    const rated = { call, ...compareCall(read, expectation, call) }
    if (!nearest || rated.matches >= nearest.matches) nearest = rated
  }
  return nearest
}

const SLICE_MS = 10

/** Yields the calls, with pauses for other requests, because comparing many calls can take a long time. */
async function* withPauses(calls: readonly Call[]) {
  let elapsed = stopwatch()
  for (const call of calls) {
    if (elapsed() > SLICE_MS) {
      await nextTurn()
      elapsed = stopwatch()
    }
    yield call
  }
}

const DEFAULT_IDLE_SECONDS = 5

export const idleParams = z.strictObject({ within: span.default(DEFAULT_IDLE_SECONDS) })

export async function waitForIdle(timePlayer: TimePlayer, params: unknown): Promise<IdleView> {
  const { within } = parseRequest('waitForIdle', idleParams, params)
  const { isIdle, dueMs } = await timePlayer.untilIdle(within * 1000)
  return { idle: isIdle, exact: timePlayer.isFollowed(), next_due: dueMs === undefined ? null : dueMs / 1000 }
}
