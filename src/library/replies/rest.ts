// Whether the bots have done all that they will do: nothing waits for them, and they have called nothing for a moment.

import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../client/client.ts'
import { stopwatch } from '../../lib/clock.ts'
import { eventually } from '../../lib/eventually.ts'
import { Problem } from '../../lib/problem.ts'
import { secondsIn } from '../clock.ts'
import { USUAL_SECONDS } from './reply-query.ts'

const MOMENT_MS = 60
const BETWEEN_MS = 20

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

/** By id. */
export type Driven = Map<number, Driving>

/** Once none has anything to do any more, or when the time is over. */
export async function untilBotsRest(
  client: Client,
  driven: Driven,
  { within = USUAL_SECONDS }: Patience = {},
): Promise<void> {
  const most = secondsIn(within) * 1000
  const elapsed = stopwatch()
  let quietSince = 0
  let last = -1
  while (elapsed() < most) {
    const { call } = await client.view('/cursor')
    if (call !== last || !(await areIdle(client, driven))) quietSince = elapsed()
    last = call
    if (elapsed() - quietSince >= MOMENT_MS) return
    await pause(BETWEEN_MS)
  }
}

async function areIdle(client: Client, driven: Driven): Promise<boolean> {
  for (const { id } of await client.view('/bots')) {
    if (driven.get(id)?.atWork) return false
    const { waiting, polling, webhook } = await client.view('/bots/:bot/delivery', { bot: id })
    const isConnected = polling || webhook !== null || driven.has(id)
    if (isConnected && waiting > 0) return false
    // One that has called and does not poll is still at work on what it took.
    if (!isConnected && (await client.view('/calls', { bot: id, method: 'getUpdates' })).length) return false
  }
  return true
}

/** Resolves once the bot polls, has a webhook or is driven by this process. */
export async function untilReady(
  client: Client,
  driven: Driven,
  { id, handle }: { id: number; handle: string },
  { within = 10 }: Patience = {},
): Promise<void> {
  const seconds = secondsIn(within)
  const isReady = async () => {
    const { polling, webhook } = await client.view('/bots/:bot/delivery', { bot: id })
    return polling || webhook !== null || driven.has(id)
  }
  if (await eventually(isReady, { withinMs: seconds * 1000, everyMs: BETWEEN_MS })) return
  const { base_url } = await client.health()
  const message = `${handle} neither polls nor has a webhook after ${seconds} s.`
  throw new Problem(
    'not-ready',
    message,
    `Is it running? Its API root is ${base_url}, and its token has to be the one of this bot.`,
  )
}
