// A bot's delivery mode: by webhook or by polling.

import { LIMITS } from '../../spec/limits.ts'
import { refuse } from '../../spec/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { Read, Tx } from '../world.ts'

interface NewWebhook {
  url: string
  address: string | null
  secret_token: string | undefined
  max_connections: number | undefined
}

/** Whatever a webhook before it had is gone. */
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
