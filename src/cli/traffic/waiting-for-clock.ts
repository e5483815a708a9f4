// The webhooks whose next attempt does not come by itself, because the clock is frozen.

import { nextAttemptMs } from '../../messenger/webhooks/webhook.ts'
import type { Read } from '../../messenger/world.ts'

export interface WaitingWebhook {
  handle: string
  url: string
  /** How much of the clock is missing. */
  seconds: number
}

export function webhooksWaitingForClock(read: Read): WaitingWebhook[] {
  if (!read.clock.frozen()) return []
  return read.store.webhooks.bots().flatMap((bot) => {
    const atMs = nextAttemptMs(read, bot)
    const handle = read.store.users.byId(bot)?.handle
    const url = read.store.webhooks.get(bot)?.url
    if (atMs === null || handle === undefined || url === undefined) return []
    return { handle, url, seconds: (atMs - read.clock.ms()) / 1000 }
  })
}

export const againOfFrozenClock = (seconds: number) =>
  `again in ${Math.round(seconds * 1000) / 1000} s of the clock, which is frozen`
