// redeliver: a webhook's waiting update is tried at once, or one that was delivered is queued again.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { putBack } from '../../messenger/updates/update-queue.ts'
import { botNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const redeliver = action({
  name: 'redeliver',
  summary: 'Delivers to a webhook again: what waits, without waiting longer, or a past update by its id.',
  params: z.strictObject({ bot: p.ref, update_id: z.int().min(1).optional() }),
  result: 'Done',
  run(tx, { bot: ref, update_id }) {
    const bot = botNamed(tx, ref)
    if (!tx.store.webhooks.get(bot.id)) {
      throw new Problem(
        'no-webhook',
        `${bot.first_name} has no webhook.`,
        'Deliveries are for bots that called setWebhook.',
      )
    }
    if (update_id !== undefined && !tx.store.updates.get(bot.id, update_id)) {
      const past = tx.log.deliveries.since().findLast((one) => one.bot === bot.id && one.update.update_id === update_id)
      if (!past) {
        throw new Problem(
          'no-such-update',
          `No update ${update_id} waits or was delivered lately.`,
          `See the deliveries of ${bot.handle}.`,
        )
      }
      putBack(tx, { ...past.update, bot: bot.id, made_ms: tx.clock.ms() })
    }
    tx.store.webhooks.retryNow(bot.id)
    tx.emit({ type: 'webhook', bot: bot.id })
    return true
  },
})
