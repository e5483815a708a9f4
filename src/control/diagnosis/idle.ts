// Waits for idle bots, and tells when their next timer is due.

import * as z from 'zod'
import { parseRequest } from '../../lib/problem.ts'
import type { TimePlayer } from '../clock/play-time.ts'
import type { IdleView } from '../contract/service.ts'
import { span } from '../contract/time.ts'

const DEFAULT_IDLE_SECONDS = 5

export const idleParams = z.strictObject({ within: span.default(DEFAULT_IDLE_SECONDS) })

export async function waitForIdle(timePlayer: TimePlayer, params: unknown): Promise<IdleView> {
  const { within } = parseRequest('waitForIdle', idleParams, params)
  const { isIdle, dueMs } = await timePlayer.untilIdle(within * 1000)
  return { idle: isIdle, exact: timePlayer.isFollowed(), next_due: dueMs === undefined ? null : dueMs / 1000 }
}
