// Sets, removes and describes a bot's webhook, and calculates its next retry.

import { LIMITS } from '../../rules/limits.ts'
import { refuse } from '../../rules/refusals.ts'
import type { WebhookInfo } from '../../rules/shapes.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import { countPending } from '../updates/update-queue.ts'
import type { Read, Tx } from '../world.ts'

interface NewWebhook {
  url: string
  address: string | null
  secret_token: string | undefined
  max_connections: number | undefined
}

/** Sets the bot's webhook, and deletes the record of failed deliveries to the earlier webhook. */
export function setWebhook(tx: Tx, bot: BotRow, { url, address, secret_token, max_connections }: NewWebhook) {
  tx.store.webhooks.replace({
    bot: bot.id,
    url,
    address,
    secret_token: secret_token ?? null,
    max_connections: max_connections ?? LIMITS.webhookConnectionsDefault,
  })
  tx.emit({ type: 'webhook', bot: bot.id, replaced: true })
}

export function removeWebhook(tx: Tx, bot: BotRow) {
  if (tx.store.webhooks.remove(bot.id)) tx.emit({ type: 'webhook', bot: bot.id, replaced: true })
}

export function requireNoWebhook(read: Read, bot: BotRow) {
  if (read.store.webhooks.get(bot.id)) refuse('pollAgainstWebhook', 'webhook', { bot: bot.first_name })
}

/** The emulator's time, in milliseconds, of the next retry. Null if no failed delivery waits for a retry. */
export function nextAttemptMs(read: Read, bot: number): number | null {
  const webhook = read.store.webhooks.get(bot)
  const [next] = read.store.updates.first(bot, 1)
  if (!webhook || next?.update_id !== webhook.failed_update) return null
  return webhook.retry_at_ms > read.clock.ms() ? webhook.retry_at_ms : null
}

export function presentWebhook(read: Read, bot: BotRow): WebhookInfo {
  const webhook = read.store.webhooks.get(bot.id)
  return {
    url: webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: countPending(read, bot),
    ...(webhook && { max_connections: webhook.max_connections }),
    ...(bot.allowed_updates !== null && { allowed_updates: JSON.parse(bot.allowed_updates) as string[] }),
    ...(webhook?.last_error_date &&
      webhook.last_error_message !== null && {
        last_error_date: webhook.last_error_date,
        last_error_message: webhook.last_error_message,
      }),
  }
}
