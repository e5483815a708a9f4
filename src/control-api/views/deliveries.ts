// The attempts to deliver a bot's updates to its webhook; the body of one when asked for that one.

import type { Delivery } from '../../event-log/entry.ts'
import { Problem } from '../../lib/problem.ts'
import type { Read } from '../../messenger/world.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { Query } from './query.ts'

export function viewDeliveries(read: Read, bot: BotRow, { after }: Query) {
  return read.log.deliveries
    .since(Number(after ?? 0) || 0)
    .filter((delivery) => delivery.bot === bot.id)
    .map(withoutBody)
}

export function viewOneDelivery(read: Read, bot: BotRow, id: string) {
  const delivery = read.log.deliveries.get(Number(id))
  if (delivery?.bot === bot.id) return { ...withoutBody(delivery), body: JSON.parse(delivery.update.body) as unknown }
  throw new Problem('no-such-delivery', `${bot.first_name} has no delivery ${id}.`, 'The last thousand are kept.')
}

function withoutBody({ update, bot: _, ...rest }: Delivery) {
  return { ...rest, update_id: update.update_id, type: update.type }
}
