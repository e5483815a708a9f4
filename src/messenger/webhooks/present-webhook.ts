// A webhook on the wire.

import type { WebhookInfo } from '../../spec/shapes.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import { countWaiting } from '../updates/update-queue.ts'
import type { Read } from '../world.ts'

export function presentWebhook(read: Read, bot: BotRow): WebhookInfo {
  const webhook = read.store.webhooks.get(bot.id)
  return {
    url: webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: countWaiting(read, bot),
    ...(webhook && { max_connections: webhook.max_connections }),
    ...(bot.allowed_updates !== null && { allowed_updates: JSON.parse(bot.allowed_updates) as string[] }),
    ...(webhook?.last_error_date &&
      webhook.last_error_message !== null && {
        last_error_date: webhook.last_error_date,
        last_error_message: webhook.last_error_message,
      }),
  }
}
