// The attempts to deliver a bot's updates to its webhook.

import type { BotRow } from '../store/bots.ts'
import type { World } from '../world/world.ts'
import type { Query } from './index.ts'

export function viewDeliveries(world: World, bot: BotRow, { after }: Query) {
  return world.deliveries
    .since(Number(after ?? 0) || 0)
    .filter((delivery) => delivery.bot === bot.id)
    .map(({ update, bot: _, ...rest }) => ({
      ...rest,
      update_id: update.update_id,
      body: JSON.parse(update.body) as unknown,
    }))
}
