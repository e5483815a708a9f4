// Waits for calls, messages and bots, and says why if they fail to come.

import { requireValidPatterns } from '../../lib/compare/difference.ts'
import { Problem, parseRequest } from '../../lib/problem.ts'
import { waitUntil } from '../../lib/wait-until.ts'
import { findUser, requireBot } from '../../service/messenger/users/find-by-ref.ts'
import type { Read } from '../../service/messenger/world.ts'
import type { BotRow } from '../../service/store/tables/bots.ts'
import type { Diagnosis } from '../contract/diagnosis.ts'
import {
  callExpectation,
  type ExpectedCall,
  type ExpectedReply,
  type ExpectedState,
  replyExpectation,
  stateExpectation,
} from '../contract/expectation.ts'
import { isNoticeable } from '../describe/call.ts'
import { viewCall } from '../present/traffic.ts'
import { ASK_AFTER_MS, type DiagnosisSources, DONE_AFTER_CALL_MS, SILENT_AFTER_MS } from './bot-activity.ts'
import type { Condition } from './condition.ts'
import { beforeLastAction, diagnose } from './diagnose.ts'
import { expectCall } from './expected-call.ts'
import { expectReply } from './expected-reply.ts'

export interface WaitSources extends DiagnosisSources {
  /** Aborts when the emulator stops. */
  closing: AbortSignal
  /** Moves the clock to the next timer of a bot. */
  skip(): Promise<unknown>
}

type Expected = ExpectedCall | ExpectedReply | ExpectedState

/** How often a busy bot is looked at, to skip time on the clock as soon as it is idle. */
const SKIP_AGAIN_MS = 20

/** Returns what is found first. Otherwise throws a Problem with what came closest, and with a diagnosis of the bot. */
export async function wait(sources: WaitSources, query: unknown, signal?: AbortSignal): Promise<unknown> {
  signal?.throwIfAborted()
  const { read, activity } = sources
  const expected = parseExpectation(query)
  const bots = botsOf(read, expected)
  if ('until' in expected && expected.until === 'idle') return waitUntilIdle(sources, expected, bots, signal)
  const condition = conditionOf(sources, expected)
  const idleMs = activity.measureIdle(bots)

  async function check(again: (ms: number) => void) {
    const found = condition.look()
    if (found !== undefined) return { found }
    if (expected.skip) {
      const event = read.log.lastId()
      const next = await activity.nextSkip(bots)
      // The bot may have answered while it was asked whether it is idle.
      if (read.log.lastId() !== event) return void again(0)
      if (next === 'due') await sources.skip()
      if (next !== 'nothing') return void again(next === 'due' ? 0 : SKIP_AGAIN_MS)
    }
    const isForReady = 'until' in expected && expected.until === 'ready'
    if (!expected.while_working && !isForReady) return undefined
    const program = onlyProgram(sources, bots())
    if (program?.end) return { reason: 'failed' }
    if (isForReady) return undefined
    // Nothing shows whether a bot that never polled is idle.
    if (!bots().some(activity.isConnected)) return undefined
    const thrownAfter = expected.since ?? beforeLastAction(sources)
    const isDone = program?.thrown && program.thrown.event > thrownAfter
    const leftMs = msLeft(isDone ? 0 : condition.hasOther() ? DONE_AFTER_CALL_MS : SILENT_AFTER_MS, await idleMs())
    if (leftMs <= 0) return { reason: 'idle' }
    again(leftMs)
    return undefined
  }

  const outcome = await whileOpen(sources, signal, (either) =>
    waitUntil(check, { subscribe: read.log.subscribe, withinMs: expected.within * 1000, signal: either }),
  )
  if (outcome && 'found' in outcome) return outcome.found
  const ended = outcome?.reason === 'idle' ? ', and the bot is idle' : outcome ? '' : ` within ${expected.within} s`
  throw explain(sources, condition, bots(), { ended, reason: outcome?.reason ?? 'over', since: expected.since })
}

/** How long bots must still be idle. Bots that work are looked at again after a while, also without an event. */
const msLeft = (neededMs: number, idleMs: number | undefined) =>
  idleMs === undefined ? ASK_AFTER_MS : neededMs - idleMs

/** Chooses the schema by the key that names what is expected, so that a mistake is described by that schema. */
function parseExpectation(query: unknown): Expected {
  const { reply, until } = Object(query)
  const schema = reply !== undefined ? replyExpectation : until !== undefined ? stateExpectation : callExpectation
  const expected = parseRequest('wait', schema as typeof callExpectation, query) as Expected
  requireValidPatterns(expected)
  return expected
}

const conditionOf = (sources: WaitSources, expected: Expected): Condition =>
  'reply' in expected
    ? expectReply(sources.read, expected)
    : 'until' in expected
      ? expectBot(sources, expected)
      : expectCall(sources.read, expected)

/** Returns a function that looks up the awaited bot, or all bots if none is named. */
function botsOf(read: Read, expected: Expected): () => BotRow[] {
  const { from, in: place } = 'reply' in expected ? expected.reply : { from: undefined, in: undefined }
  const isBot = place !== undefined && findUser(read, place)?.is_bot
  const ref = 'reply' in expected ? (from ?? (isBot ? place : undefined)) : expected.bot
  if (ref === undefined) return read.store.bots.all
  requireBot(read, ref)
  return () => {
    const id = findUser(read, ref)?.id
    const bot = id === undefined ? undefined : read.store.bots.byId(id)
    return bot ? [bot] : []
  }
}

/** Waits until the bot polls or has a webhook, or until it has made a call that people notice. */
function expectBot({ read, activity }: WaitSources, { until, bot: ref, after, within }: ExpectedState): Condition {
  if (ref === undefined) throw new Problem('invalid-params', 'wait: bot is missing', 'Name the bot.')
  const isReady = (bot: BotRow) => {
    const poll = activity.lastPoll(bot)
    return activity.isReady(bot) || (poll !== undefined && poll.status === 200 && poll.id > after)
  }
  const hasAnswered = ({ id }: BotRow) =>
    read.log.calls
      .since(after)
      .some((call) => call.bot === id && call.status === 200 && isNoticeable(viewCall(read, call)))
  const holds = until === 'ready' ? isReady : hasAnswered
  return {
    look: () => holds(requireBot(read, ref)) || undefined,
    hasOther: () => false,
    explain(ended) {
      const { handle } = requireBot(read, ref)
      const message =
        until === 'ready'
          ? `${handle} neither polls nor has a webhook after ${within} s.`
          : `${handle} did not answer${ended}.`
      return { code: until === 'ready' ? 'not-ready' : 'no-answer', message, lines: [], isExplained: false }
    },
  }
}

async function waitUntilIdle(
  sources: WaitSources,
  { within, after, since, for: seconds }: ExpectedState,
  bots: () => BotRow[],
  signal?: AbortSignal,
): Promise<true> {
  const { read, activity } = sources
  const idleMs = activity.measureIdle(bots)
  const hasCalled = () => {
    const ids = new Set(bots().map(({ id }) => id))
    return read.log.calls.since(after).some(({ bot }) => bot !== null && ids.has(bot))
  }
  const neededMs = () => (seconds !== undefined ? seconds * 1000 : hasCalled() ? DONE_AFTER_CALL_MS : SILENT_AFTER_MS)
  const isIdle = await whileOpen(sources, signal, (either) =>
    waitUntil<true>(
      async (again) => {
        const leftMs = msLeft(neededMs(), await idleMs())
        if (leftMs <= 0) return true
        again(leftMs)
        return undefined
      },
      { subscribe: read.log.subscribe, withinMs: within * 1000, signal: either },
    ),
  )
  if (isIdle) return true
  const busy = bots().find((bot) => !activity.seemsIdle(bot)) ?? bots()[0]
  const diagnosis = busy && diagnose(sources, busy, since)
  throw new Problem('not-idle', `The bots are not idle after ${within} s.`, diagnosis?.text ?? '', {
    reason: 'over',
    diagnosis,
  })
}

/** Runs a wait that ends with a Problem if the emulator stops. */
async function whileOpen<Outcome>(
  { closing }: WaitSources,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await run(AbortSignal.any(signal ? [signal, closing] : [closing]))
  } catch (error) {
    if (!closing.aborted || signal?.aborted) throw error
    throw new Problem('closed', 'The emulator was stopped.', 'Stop the emulator only after the end of the wait.')
  }
}

/** Returns the program of the awaited bot, if only one bot is awaited. */
function onlyProgram({ programs }: WaitSources, [bot, ...others]: readonly BotRow[]) {
  return bot && !others.length ? programs.of(bot.id) : undefined
}

/** States that explain a wait even if something came close. */
const FATAL: readonly Diagnosis['state'][] = ['ended', 'error', 'suspended']
/** States that explain nothing if something came close. */
const ORDINARY: readonly Diagnosis['state'][] = ['called', 'idle', 'not-connected']

interface Failed {
  ended: string
  reason: string
  since: number | undefined
}

function explain(
  sources: WaitSources,
  condition: Condition,
  bots: readonly BotRow[],
  { ended, reason, since }: Failed,
) {
  const { code, message, lines, details, isExplained, isOld } = condition.explain(
    ended,
    since ?? beforeLastAction(sources),
  )
  const diagnoses = bots.map((bot) => diagnose(sources, bot, since))
  const diagnosis = diagnoses.find(({ state }) => state !== 'idle' && state !== 'not-connected') ?? diagnoses[0]
  const why =
    diagnosis && isTelling(diagnosis, Boolean(details?.nearest), isExplained)
      ? [[diagnosis.text, diagnosis.advice].filter(Boolean).join(' '), ...diagnosis.lines.map((line) => `  ${line}`)]
      : []
  const isNearestShown = !isOld || !diagnosis || ORDINARY.includes(diagnosis.state)
  const all = [...why, ...(isNearestShown ? lines : [])]
  return new Problem(code, message, all.join('\n'), { reason, ...details, diagnosis, lines: all })
}

function isTelling({ state }: Diagnosis, hasNearest: boolean, isExplained: boolean): boolean {
  if (isExplained) return FATAL.includes(state)
  return !hasNearest || !ORDINARY.includes(state)
}
