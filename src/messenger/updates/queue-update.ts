// Puts an update into a bot's queue, if the bot's filter lets its type through at this moment.

import { letsThrough, type UpdateType } from '../../spec/update-types.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { Tx } from '../world.ts'

/** `present` is asked only for an update that is queued. */
export function queueUpdate(tx: Tx, bot: BotRow, type: UpdateType, present: () => unknown) {
  const filter = bot.allowed_updates === null ? null : (JSON.parse(bot.allowed_updates) as UpdateType[])
  if (!letsThrough(filter, type)) return
  const payload = present()
  const update_id = tx.store.bots.nextUpdateId(bot.id)
  const body = JSON.stringify({ update_id, [type]: payload })
  tx.store.updates.insert({ bot: bot.id, update_id, type, body, made_ms: tx.clock.ms() })
  tx.emit({ type: 'update', bot: bot.id, update_id, update_type: type, body })
}
