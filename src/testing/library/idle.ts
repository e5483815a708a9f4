// Waits until all bots are idle, or until one bot is ready to get updates.

import type { Client } from '../../control/client/client.ts'
import { becomeIdle, waitLong } from '../../control/client/wait-long.ts'
import { pause } from '../../lib/wait-until.ts'
import { secondsIn } from './clock.ts'

/** The default time limit of a wait. After 5 seconds, vitest and jest would end the test without an explanation. */
export const DEFAULT_SECONDS = 4
const READY_SECONDS = 10

/** The time for which all bots must be idle before the wait ends. */
const IDLE = '60ms'

export interface Patience {
  /** The longest time to wait: seconds, or a duration such as '1min'. The default is 4 seconds; 10 for `bot.ready`. */
  within?: number | string
}

/** A bot with a handler in this process (see `drive`). */
export interface DrivenBot {
  /** The errors of the handler that no wait, matcher or `stop` has thrown yet. */
  unreported: unknown[]
  /** Resolves when the handler has had all updates that were pending when it began. */
  begun: Promise<void>
  end(): Promise<void>
}

export type DrivenBots = Map<number, DrivenBot>

/** Throws an error of a handler that no wait has thrown yet. */
export async function untilBotsRest(
  client: Client,
  drivenBots: DrivenBots,
  { within = DEFAULT_SECONDS }: Patience = {},
) {
  await Promise.race([Promise.all([...drivenBots.values()].map(({ begun }) => begun)), pause(secondsIn(within) * 1000)])
  await becomeIdle(client, { for: IDLE }, secondsIn(within))
  for (const driven of drivenBots.values()) throwUnreported(driven)
}

/** Throws the first error that the handler has thrown. The next call throws only errors that came later. */
export function throwUnreported(driven: DrivenBot | undefined) {
  const [error] = driven?.unreported.splice(0) ?? []
  if (error !== undefined) throw error
}

export async function waitUntilReady(
  client: Client,
  drivenBots: DrivenBots,
  bot: number,
  { within = READY_SECONDS }: Patience = {},
) {
  if (drivenBots.has(bot)) return
  const { call } = await client.view('/cursor')
  await waitLong(client, { until: 'ready', bot, after: call }, secondsIn(within))
}
