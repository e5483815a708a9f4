// When a webhook whose delivery has failed is tried again.

import type { Read } from '../world.ts'

/** In milliseconds of the clock; null where no update waits for that. */
export function nextAttemptMs(read: Read, bot: number): number | null {
  const webhook = read.store.webhooks.get(bot)
  const [next] = read.store.updates.first(bot, 1)
  if (!webhook || next?.update_id !== webhook.failed_update) return null
  return webhook.retry_at_ms > read.clock.ms() ? webhook.retry_at_ms : null
}
