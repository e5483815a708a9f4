// Waits until all bots are idle, or until one bot is ready to get updates.

import type { Client } from '../../client/client.ts'
import { type EventFollower, followEvents } from '../../client/follow.ts'
import { waitForIdleBots } from '../../client/idle-bots.ts'
import { Problem } from '../../lib/problem.ts'
import { createChanges } from '../../lib/wait-until.ts'
import { secondsIn } from '../clock.ts'

/** The default time limit of a wait. After 5 seconds, vitest and jest would end the test without an explanation. */
export const DEFAULT_SECONDS = 4
const READY_SECONDS = 10

/** The time for which all bots must be idle before the wait ends. */
const IDLE_MS = 60

export interface Patience {
  /** The longest time to wait: seconds, or a duration such as '1min'. The default is 4 seconds; 10 for `bot.ready`. */
  within?: number | string
}

/** A bot with a handler in this process (see `drive`). */
export interface DrivenBot {
  isWorking: boolean
  /** The errors that the handler threw, oldest first. */
  errors: unknown[]
  /** The errors that no wait, matcher or `stop` has thrown yet. */
  unreported: unknown[]
  end(): Promise<void>
}

export type DrivenBots = ReturnType<typeof createDrivenBots>

/** Creates the map from the ids of bots to their handlers. `wake` makes waits check their conditions again. */
export const createDrivenBots = () => Object.assign(new Map<number, DrivenBot>(), createChanges())

export async function untilBotsRest(
  client: Client,
  drivenBots: DrivenBots,
  { within = DEFAULT_SECONDS }: Patience = {},
): Promise<void> {
  const failed = () => [...drivenBots.values()].find(({ unreported }) => unreported.length)
  const neededMs = () => (failed()?.isWorking === false ? 0 : IDLE_MS)
  const wait = { neededMs, withinMs: secondsIn(within) * 1000, handledBots: drivenBots }
  await withEvents(client, drivenBots, (eventStream) => waitForIdleBots(eventStream, wait))
  throwUnreported(failed())
}

/** Throws the first error that the handler has thrown. The next call throws only errors that came later. */
export function throwUnreported(driven: DrivenBot | undefined) {
  const [error] = driven?.unreported.splice(0) ?? []
  if (error !== undefined) throw error
}

/** Resolves once the bot polls, has a webhook, or has a handler in this process. */
export async function waitUntilReady(
  client: Client,
  drivenBots: DrivenBots,
  { id, handle }: { id: number; handle: string },
  { within = READY_SECONDS }: Patience = {},
): Promise<void> {
  const seconds = secondsIn(within)
  const isReady = async () => {
    const { polling, webhook } = await client.view('/bots/:bot/delivery', { bot: id })
    return polling || webhook !== null || drivenBots.has(id) || undefined
  }
  if (await withEvents(client, drivenBots, ({ until }) => until(isReady, { withinMs: seconds * 1000 }))) return
  const { base_url } = await client.health()
  const message = `${handle} neither polls nor has a webhook after ${seconds} s.`
  throw new Problem('not-ready', message, `Start the bot's program with the API root ${base_url} and the bot's token.`)
}

/** Calls `wait` with an event stream. The wait also checks its condition when a handler is added or becomes idle. */
async function withEvents<Result>(
  client: Client,
  drivenBots: DrivenBots,
  wait: (eventStream: EventFollower) => Promise<Result>,
) {
  const eventStream = await followEvents(client)
  const unsubscribe = drivenBots.subscribe(eventStream.wake)
  try {
    return await wait(eventStream)
  } finally {
    unsubscribe()
    eventStream.stop()
  }
}
