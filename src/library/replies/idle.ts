// Waits until the bots are idle, and until a bot is ready.

import type { Client } from '../../client/client.ts'
import { createIdleTimer, type EventFollower, followEvents } from '../../client/follow.ts'
import { Problem } from '../../lib/problem.ts'
import { createChanges } from '../../lib/wait-until.ts'
import { secondsIn } from '../clock.ts'

/** Less than the 5 s after which vitest and jest end a test by themselves: what came instead would not be told. */
export const USUAL_SECONDS = 4
const READY_SECONDS = 10

/** How long idle bots must have called nothing. */
const MOMENT_MS = 60

export interface Patience {
  /** Seconds, or a text such as 500ms; 4 unless given, and 10 for a bot to be ready. */
  within?: number | string
}

/** A bot that a program drives in this process: whether it is at work, and how that ends. */
export interface Driving {
  atWork: boolean
  failure?: unknown
  end(): Promise<void>
}

export type Driven = ReturnType<typeof createDriven>

/** The bots that are driven in this process, by id; `wake` tells those who wait that one has begun or ended its work. */
export const createDriven = () => Object.assign(new Map<number, Driving>(), createChanges())

/** Resolves once no bot has anything to do any more, or when the time is over. */
export async function untilBotsRest(
  client: Client,
  driven: Driven,
  { within = USUAL_SECONDS }: Patience = {},
): Promise<void> {
  const idleMs = createIdleTimer(client, () => areIdle(client, driven))
  await withEvents(client, driven, ({ until }) =>
    until(
      async (again) => {
        const leftMs = MOMENT_MS - (await idleMs())
        return leftMs <= 0 || again(leftMs) || undefined
      },
      { withinMs: secondsIn(within) * 1000 },
    ),
  )
}

async function areIdle(client: Client, driven: Driven): Promise<boolean> {
  for (const { id } of await client.view('/bots')) {
    if (driven.get(id)?.atWork) return false
    const { waiting, polling, webhook } = await client.view('/bots/:bot/delivery', { bot: id })
    const isConnected = polling || webhook !== null || driven.has(id)
    if (isConnected && waiting > 0) return false
    // A bot that has called and does not poll is still at work on what it got.
    if (!isConnected && (await client.view('/calls', { bot: id, method: 'getUpdates' })).length) return false
  }
  return true
}

/** Resolves once the bot polls, has a webhook or is driven by this process. */
export async function untilReady(
  client: Client,
  driven: Driven,
  { id, handle }: { id: number; handle: string },
  { within = READY_SECONDS }: Patience = {},
): Promise<void> {
  const seconds = secondsIn(within)
  const isReady = async () => {
    const { polling, webhook } = await client.view('/bots/:bot/delivery', { bot: id })
    return polling || webhook !== null || driven.has(id) || undefined
  }
  if (await withEvents(client, driven, ({ until }) => until(isReady, { withinMs: seconds * 1000 }))) return
  const { base_url } = await client.health()
  const message = `${handle} neither polls nor has a webhook after ${seconds} s.`
  throw new Problem(
    'not-ready',
    message,
    `Is it running? Its API root is ${base_url}, and its token has to be the one of this bot.`,
  )
}

/** Follows the events, and what driven bots do, for one wait. */
async function withEvents<Result>(client: Client, driven: Driven, wait: (followed: EventFollower) => Promise<Result>) {
  const followed = await followEvents(client)
  const unsubscribe = driven.subscribe(followed.wake)
  try {
    return await wait(followed)
  } finally {
    unsubscribe()
    followed.stop()
  }
}
