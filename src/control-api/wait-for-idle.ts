// Waits until the bots are idle.

import * as z from 'zod'
import type { TimePlayer } from '../bot-clock/play-time.ts'
import type { IdleView } from '../contract/service.ts'
import { span } from '../contract/time.ts'
import { firstIssue, Problem } from '../lib/problem.ts'

const DEFAULT_SECONDS = 5

export const idleParams = z.strictObject({ within: span.default(DEFAULT_SECONDS) })

export async function waitForIdle(timePlayer: TimePlayer, body: unknown): Promise<IdleView> {
  const parsed = idleParams.safeParse(body ?? {}, { jitless: true })
  if (!parsed.success) {
    const { at, message } = firstIssue(parsed.error)
    throw new Problem('invalid-params', `waitForIdle: ${at ? `${at}: ` : ''}${message}`, 'waitForIdle takes within.')
  }
  const { isIdle, dueMs } = await timePlayer.untilIdle(parsed.data.within * 1000)
  return { idle: isIdle, exact: timePlayer.isFollowed(), next_due: dueMs === undefined ? null : dueMs / 1000 }
}
