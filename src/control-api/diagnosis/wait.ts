// Waits for calls, messages and bots, and says why if they fail to come.

import {
  callExpectation,
  type ExpectedCall,
  type ExpectedReply,
  type ExpectedState,
  replyExpectation,
  stateExpectation,
} from '../../contract/expectation.ts'
import { requireValidPatterns } from '../../lib/compare/difference.ts'
import { Problem, parseRequest } from '../../lib/problem.ts'
import { waitUntil } from '../../lib/wait-until.ts'
import { findUser, requireBot } from '../../messenger/users/find-by-ref.ts'
import type { Read } from '../../messenger/world.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import { type DiagnosisSources, DONE_AFTER_CALL_MS, SILENT_AFTER_MS } from './bot-activity.ts'
import type { Condition } from './condition.ts'
import { diagnose } from './diagnose.ts'
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
      const canSkip = await activity.canSkip()
      if (canSkip) await sources.skip()
      again(canSkip ? 0 : SKIP_AGAIN_MS)
      if (canSkip) return undefined
    }
    const isForReady = 'until' in expected
    if (!expected.while_working && !isForReady) return undefined
    if (hasFailed(sources, bots(), expected.since)) return { reason: 'failed' }
    if (isForReady) return undefined
    const leftMs = (condition.hasOther() ? DONE_AFTER_CALL_MS : SILENT_AFTER_MS) - (await idleMs())
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
      ? expectReady(sources, expected)
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

function expectReady({ read, activity }: WaitSources, { bot: ref, after, within }: ExpectedState): Condition {
  if (ref === undefined) throw new Problem('invalid-params', 'wait: bot is missing', 'Name the bot that must be ready.')
  const isReady = () => {
    const bot = requireBot(read, ref)
    const poll = activity.lastPoll(bot)
    return activity.isReady(bot) || (poll !== undefined && poll.status === 200 && poll.id > after)
  }
  return {
    look: () => isReady() || undefined,
    hasOther: () => false,
    explain: () => ({
      code: 'not-ready',
      message: `${requireBot(read, ref).handle} neither polls nor has a webhook after ${within} s.`,
      lines: [],
      isExplained: false,
    }),
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
        const leftMs = neededMs() - (await idleMs())
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
  throw new Problem('not-idle', `The bots are not idle after ${within} s.`, diagnosis?.text ?? '', { diagnosis })
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

/** True if nothing more is to be expected, because the program of the only awaited bot has ended or failed. */
function hasFailed({ programs }: WaitSources, bots: readonly BotRow[], since = Number.POSITIVE_INFINITY): boolean {
  const [bot, ...others] = bots
  const program = bot && !others.length ? programs.of(bot.id) : undefined
  return program?.end !== undefined || (program?.thrown !== undefined && program.thrown.event > since)
}

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
  const { code, message, lines, details, isExplained } = condition.explain(ended)
  const diagnoses = bots.map((bot) => diagnose(sources, bot, since))
  const diagnosis = diagnoses.find(({ state }) => state !== 'idle' && state !== 'not-connected') ?? diagnoses[0]
  const why =
    diagnosis && !isExplained
      ? [[diagnosis.text, diagnosis.advice].filter(Boolean).join(' '), ...diagnosis.lines.map((line) => `  ${line}`)]
      : []
  const all = [...why, ...lines]
  return new Problem(code, message, all.join('\n'), { reason, ...details, diagnosis, lines: all })
}
