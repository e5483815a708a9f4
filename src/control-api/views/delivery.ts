// How a bot gets its updates just now: whether a call of it waits, whether a webhook is set, and how many are due.

import { waitingUpdates } from '../../messenger/updates/update-queue.ts'
import type { World } from '../../messenger/world.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export function viewDelivery(world: World, isPolling: (bot: number) => boolean, bot: BotRow) {
  return {
    polling: isPolling(bot.id),
    webhook: world.store.webhooks.get(bot.id)?.url ?? null,
    waiting: waitingUpdates(world, bot, Number.MAX_SAFE_INTEGER).length,
  }
}
