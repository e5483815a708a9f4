// How a bot gets its updates just now: whether a call of it waits, whether a webhook is set, and how many are due.

import { countWaiting } from '../../messenger/updates/update-queue.ts'
import type { Read } from '../../messenger/world.ts'
import type { BotRow } from '../../store/tables/bots.ts'

export function viewDelivery(read: Read, isPolling: (bot: number) => boolean, bot: BotRow) {
  return {
    polling: isPolling(bot.id),
    webhook: read.store.webhooks.get(bot.id)?.url ?? null,
    waiting: countWaiting(read, bot),
  }
}
