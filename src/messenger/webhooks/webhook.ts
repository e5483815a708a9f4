// A bot's delivery mode: by webhook or by polling.

import { LIMITS } from '../../spec/limits.ts'
import { refuse } from '../../spec/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { World } from '../world.ts'

interface NewWebhook {
  url: string
  address: string | null
  secret_token: string | undefined
  max_connections: number | undefined
}

/** Whatever a webhook before it had is gone. */
export function setWebhook(world: World, bot: BotRow, { url, address, secret_token, max_connections }: NewWebhook) {
  world.store.webhooks.replace({
    bot: bot.id,
    url,
    address,
    secret_token: secret_token ?? null,
    max_connections: max_connections ?? LIMITS.webhookConnectionsDefault,
  })
  world.happened({ type: 'webhook', bot: bot.id })
}

export function removeWebhook(world: World, bot: BotRow) {
  if (world.store.webhooks.remove(bot.id)) world.happened({ type: 'webhook', bot: bot.id })
}

export function requireNoWebhook(world: World, bot: BotRow) {
  if (world.store.webhooks.get(bot.id)) refuse('pollAgainstWebhook', 'webhook', { bot: bot.first_name })
}
