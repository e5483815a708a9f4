// Waits until all bots are idle, or until a bot is ready.

import type { Client } from '../../client/client.ts'
import { createIdleTimer, type EventFollower, followEvents } from '../../client/follow.ts'
import { Problem } from '../../lib/problem.ts'
import { createChanges } from '../../lib/wait-until.ts'
import { secondsIn } from '../clock.ts'

/**
 * The default time limit of a wait. vitest and jest end a test after 5 seconds without an explanation, so a wait must
 * end earlier to explain its failure.
 */
export const DEFAULT_SECONDS = 4
const READY_SECONDS = 10

/** The time for which all bots must have been idle before `untilBotsRest` resolves. */
const IDLE_MS = 60

export interface Patience {
  /** The longest time to wait: seconds, or a text such as 500ms. The default is 4 seconds, or 10 for `bot.ready`. */
  within?: number | string
}

/** A bot whose updates are passed to a handler in this process (see `drive`). */
export interface DrivenBot {
  isWorking: boolean
  failure?: unknown
  end(): Promise<void>
}

export type DrivenBots = ReturnType<typeof createDrivenBots>

/**
 * Creates a map, by bot id, for the bots whose updates a handler in this process gets. Its method `wake` makes waits
 * check their conditions again.
 */
export const createDrivenBots = () => Object.assign(new Map<number, DrivenBot>(), createChanges())

/** Resolves once all bots are idle, or when the time is over. */
export async function untilBotsRest(
  client: Client,
  drivenBots: DrivenBots,
  { within = DEFAULT_SECONDS }: Patience = {},
): Promise<void> {
  const idleMs = createIdleTimer(client, () => areIdle(client, drivenBots))
  await withEvents(client, drivenBots, ({ until }) =>
    until(
      async (again) => {
        const leftMs = IDLE_MS - (await idleMs())
        return leftMs <= 0 || again(leftMs) || undefined
      },
      { withinMs: secondsIn(within) * 1000 },
    ),
  )
}

async function areIdle(client: Client, drivenBots: DrivenBots): Promise<boolean> {
  for (const { id } of await client.view('/bots')) {
    if (drivenBots.get(id)?.isWorking) return false
    const { waiting, polling, webhook } = await client.view('/bots/:bot/delivery', { bot: id })
    const isConnected = polling || webhook !== null || drivenBots.has(id)
    if (isConnected && waiting > 0) return false
    // A bot that polled before but does not poll now is probably still handling the updates that it received.
    if (!isConnected && (await client.view('/calls', { bot: id, method: 'getUpdates' })).length) return false
  }
  return true
}

/** Resolves once the bot polls, has a webhook, or has a handler in this process. Throws if the time runs out. */
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
  throw new Problem('not-ready', message, `Start it with the API root ${base_url} and the token of this bot.`)
}

/**
 * Runs `wait` with a stream of events. The wait checks its condition again after each event, and when a handler of a
 * bot in this process is added or has finished its work.
 */
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
