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
  type Missed,
  replyExpectation,
  stateExpectation,
} from '../contract/expectation.ts'
import { diagnosisText, waitEndText } from '../describe/call.ts'
import { type DiagnosisSources, DONE_AFTER_CALL_MS, msUntilIdle, SILENT_AFTER_MS } from './bot-activity.ts'
import type { Condition } from './condition.ts'
import { diagnose } from './diagnose.ts'
import { beforeLastAction } from './evidence.ts'
import { expectCall } from './expected-call.ts'
import { expectReply } from './expected-reply.ts'
import { expectState } from './expected-state.ts'

export interface WaitSources extends DiagnosisSources {
  /** Aborts when the emulator stops. */
  closing: AbortSignal
  skip(): Promise<unknown>
}

type Expected = ExpectedCall | ExpectedReply | ExpectedState

/** How often a busy bot is looked at, to skip time on the clock as soon as it is idle. */
const SKIP_AGAIN_MS = 20

/** Returns what is found first. Otherwise throws a Problem with what came closest, and with a diagnosis of the bot. */
export async function wait(sources: WaitSources, query: unknown, signal?: AbortSignal): Promise<unknown> {
  signal?.throwIfAborted()
  const { read, activity, closing } = sources
  const expected = parseExpectation(query)
  const until = 'until' in expected ? expected.until : undefined
  const bots = botsOf(read, expected)
  const condition = conditionOf(sources, expected, bots)
  const idleMs = activity.measureIdle(bots)

  async function check(again: (ms: number) => void) {
    const found = await condition.look(again)
    if (found !== undefined) return { found }
    if (until === 'idle') return undefined
    if (expected.skip) {
      const event = read.log.lastId()
      const next = await activity.nextSkip(bots)
      // The bot may have answered while it was asked whether it is idle.
      if (read.log.lastId() !== event) return void again(0)
      if (next === 'due') await sources.skip()
      if (next !== 'nothing') return void again(next === 'due' ? 0 : SKIP_AGAIN_MS)
    }
    if (!expected.while_working && until !== 'ready') return undefined
    const program = onlyProgram(sources, bots())
    if (program?.end) return { reason: 'failed' as const }
    // Nothing shows whether a bot that never polled is idle.
    if (until === 'ready' || !bots().some(activity.isConnected)) return undefined
    const isDone = program?.thrown && program.thrown.event > (expected.since ?? beforeLastAction(sources))
    const neededMs = isDone ? 0 : condition.hasOther() ? DONE_AFTER_CALL_MS : SILENT_AFTER_MS
    const leftMs = msUntilIdle(neededMs, await idleMs())
    return leftMs <= 0 ? { reason: 'idle' as const } : void again(leftMs)
  }

  const outcome = await waitUntil(check, {
    subscribe: read.log.subscribe,
    withinMs: expected.within * 1000,
    signal: AbortSignal.any(signal ? [signal, closing] : [closing]),
  }).catch((error) => {
    if (!closing.aborted || signal?.aborted) throw error
    throw new Problem('closed', 'The emulator was stopped.', 'Stop the emulator only after the end of the wait.')
  })
  if (outcome && 'found' in outcome) return outcome.found
  throw explain(sources, condition, bots(), expected, outcome?.reason ?? 'over')
}

/** Chooses the schema by the key that names what is expected, so that a mistake is described by that schema. */
function parseExpectation(query: unknown): Expected {
  const { reply, until } = Object(query)
  const schema = reply !== undefined ? replyExpectation : until !== undefined ? stateExpectation : callExpectation
  const expected = parseRequest('wait', schema as typeof callExpectation, query) as Expected
  requireValidPatterns(expected)
  return expected
}

function conditionOf(sources: WaitSources, expected: Expected, bots: () => BotRow[]): Condition {
  if ('reply' in expected) return expectReply(sources.read, expected)
  return 'until' in expected ? expectState(sources, expected, bots) : expectCall(sources.read, expected)
}

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

function onlyProgram({ programs }: WaitSources, [bot, ...others]: readonly BotRow[]) {
  return bot && !others.length ? programs.of(bot.id) : undefined
}

/** States that explain a wait even if something came close. */
const FATAL: readonly Diagnosis['state'][] = ['ended', 'error', 'suspended']
/** States that explain nothing if something came close. */
const ORDINARY: readonly Diagnosis['state'][] = ['called', 'idle', 'not-connected']

function explain(
  sources: WaitSources,
  condition: Condition,
  bots: readonly BotRow[],
  { within, since }: Pick<Expected, 'within' | 'since'>,
  reason: Missed['reason'],
): Problem {
  const explanation = condition.explain(waitEndText({ reason }, within), since ?? beforeLastAction(sources))
  const { code, message, lines = [], details, isExplained = false, isOld = false } = explanation
  const diagnoses = bots.map((bot) => diagnose(sources, bot, since))
  const diagnosis = diagnoses.find(({ state }) => state !== 'idle' && state !== 'not-connected') ?? diagnoses[0]
  const isOrdinary = !diagnosis || ORDINARY.includes(diagnosis.state)
  const isTelling = diagnosis && (isExplained ? FATAL.includes(diagnosis.state) : !details?.nearest || !isOrdinary)
  const all = [
    ...(isTelling ? [diagnosisText(diagnosis), ...diagnosis.lines.map((line) => `  ${line}`)] : []),
    ...(isOld && !isOrdinary ? [] : lines),
  ]
  return new Problem(code, message, all.join('\n'), {
    reason,
    ...details,
    diagnosis,
    lines: all,
  } satisfies Partial<Missed>)
}
