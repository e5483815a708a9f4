// Waits until no bot of an emulator is handling an update.

import type { Client } from './client.ts'
import { createIdleTimer, type EventFollower } from './follow.ts'

/** The bots with an update handler in this process, by id. `isWorking` is true while the handler runs. */
type HandledBots = ReadonlyMap<number, { isWorking: boolean }>

interface IdleWait {
  withinMs: number
  /** Returns how long all bots must have been idle before the wait ends. */
  neededMs(): number | Promise<number>
  handledBots?: HandledBots
}

/** Resolves to true once all bots have been idle for `neededMs`, or to undefined after `withinMs`. */
export function waitForIdleBots(
  { client, until }: Pick<EventFollower, 'client' | 'until'>,
  { withinMs, neededMs, handledBots = new Map() }: IdleWait,
): Promise<true | undefined> {
  const idleMs = createIdleTimer(client, () => areIdle(client, handledBots))
  return until<true>(
    async (again) => {
      const leftMs = (await neededMs()) - (await idleMs())
      if (leftMs <= 0) return true
      again(leftMs)
      return undefined
    },
    { withinMs },
  )
}

async function areIdle(client: Client, handledBots: HandledBots): Promise<boolean> {
  for (const { id } of await client.view('/bots')) {
    if (handledBots.get(id)?.isWorking) return false
    const { waiting, polling, webhook } = await client.view('/bots/:bot/delivery', { bot: id })
    const isConnected = polling || webhook !== null || handledBots.has(id)
    if (isConnected && waiting > 0) return false
    // A bot that polled before but not now counts as busy: it probably still handles the updates that it received.
    if (!isConnected && (await client.view('/calls', { bot: id, method: 'getUpdates' })).length) return false
  }
  return true
}
