// How a bot gets its updates just now: whether a call of it waits, whether a webhook is set, and how many are due.

import { countWaiting } from '../../messenger/updates/update-queue.ts'
import { botNamed } from '../../messenger/users/named.ts'
import { nextAttemptMs } from '../../messenger/webhooks/next-attempt.ts'
import { letsThrough, UPDATE_TYPES, type UpdateType } from '../../spec/update-types.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import { view } from './view.ts'

export const botDelivery = view({
  path: '/bots/:bot/delivery',
  result: 'DeliveryState',
  find({ read, isPolling }, { bot: ref }) {
    const bot = botNamed(read, ref)
    const nextMs = nextAttemptMs(read, bot.id)
    return {
      polling: isPolling(bot.id),
      webhook: read.store.webhooks.get(bot.id)?.url ?? null,
      waiting: countWaiting(read, bot),
      asks_for: UPDATE_TYPES.filter((type) => letsThrough(filterOf(bot), type)),
      retry_at: nextMs === null ? null : nextMs / 1000,
      waits_for_clock: nextMs !== null && read.clock.frozen(),
    }
  },
})

const filterOf = ({ allowed_updates }: BotRow) =>
  allowed_updates === null ? null : (JSON.parse(allowed_updates) as UpdateType[])
