// Waits for a bot that is ready, idle, or has answered.

import * as z from 'zod'
import { Problem, parseRequest } from '../../lib/problem.ts'
import { requireBot } from '../../service/messenger/users/find-by-ref.ts'
import type { BotRow } from '../../service/store/tables/bots.ts'
import type { TimePlayer } from '../clock/play-time.ts'
import type { ExpectedState } from '../contract/expectation.ts'
import type { IdleView } from '../contract/service.ts'
import { span } from '../contract/time.ts'
import { isNoticeable } from '../describe/call.ts'
import { viewCall } from '../present/traffic.ts'
import { type DiagnosisSources, DONE_AFTER_CALL_MS, msUntilIdle, SILENT_AFTER_MS } from './bot-activity.ts'
import type { Condition } from './condition.ts'

export function expectState(sources: DiagnosisSources, expected: ExpectedState, bots: () => BotRow[]): Condition {
  if (expected.until === 'idle') return expectIdle(sources, expected, bots)
  if (expected.bot === undefined) throw new Problem('invalid-params', 'wait: bot is missing', 'Name the bot.')
  return expectBot(sources, { ...expected, bot: expected.bot })
}

/** The bot polls or has a webhook, or it has made a call that people notice. */
function expectBot(
  { read, activity }: DiagnosisSources,
  { until, bot: ref, after, within }: ExpectedState & { bot: string | number },
): Condition {
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
      return until === 'ready'
        ? { code: 'not-ready', message: `${handle} neither polls nor has a webhook after ${within} s.` }
        : { code: 'no-answer', message: `${handle} did not answer${ended}.` }
    },
  }
}

function expectIdle(
  { read, activity }: DiagnosisSources,
  { within, after, for: seconds }: ExpectedState,
  bots: () => BotRow[],
): Condition {
  const idleMs = activity.measureIdle(bots)
  const hasCalled = () => {
    const ids = new Set(bots().map(({ id }) => id))
    return read.log.calls.since(after).some(({ bot }) => bot !== null && ids.has(bot))
  }
  const neededMs = () => (seconds !== undefined ? seconds * 1000 : hasCalled() ? DONE_AFTER_CALL_MS : SILENT_AFTER_MS)
  return {
    async look(again) {
      const leftMs = msUntilIdle(neededMs(), await idleMs())
      return leftMs <= 0 || again(leftMs) || undefined
    },
    hasOther: () => false,
    explain: () => ({ code: 'not-idle', message: `The bots are not idle after ${within} s.` }),
  }
}

const DEFAULT_IDLE_SECONDS = 5

export const idleParams = z.strictObject({ within: span.default(DEFAULT_IDLE_SECONDS) })

export async function waitForIdle(timePlayer: TimePlayer, params: unknown): Promise<IdleView> {
  const { within } = parseRequest('waitForIdle', idleParams, params)
  const { isIdle, dueMs } = await timePlayer.untilIdle(within * 1000)
  return { idle: isIdle, exact: timePlayer.isFollowed(), next_due: dueMs === undefined ? null : dueMs / 1000 }
}
