// redeliver: a webhook's waiting update is tried at once, or one that was delivered is queued again.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { botNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const redeliver = action({
  name: 'redeliver',
  summary: 'Delivers to a webhook again: what waits, without waiting longer, or a past update by its id.',
  params: z.strictObject({ bot: p.ref, update_id: z.int().min(1).optional() }),
  run(world, { bot: ref, update_id }) {
    const bot = botNamed(world, ref)
    if (!world.store.webhooks.get(bot.id)) {
      throw new Problem(
        'no-webhook',
        `${bot.first_name} has no webhook.`,
        'Deliveries are for bots that called setWebhook.',
      )
    }
    if (update_id !== undefined && !world.store.updates.get(bot.id, update_id)) {
      const past = world.deliveries.since().findLast((one) => one.bot === bot.id && one.update.update_id === update_id)
      if (!past) {
        throw new Problem(
          'no-such-update',
          `No update ${update_id} waits or was delivered lately.`,
          `See the deliveries of ${bot.handle}.`,
        )
      }
      world.store.updates.insert({ ...past.update, made_ms: world.clock.ms() })
    }
    world.store.webhooks.retryNow(bot.id)
    world.happened({ type: 'webhook', bot: bot.id })
    return true
  },
})
