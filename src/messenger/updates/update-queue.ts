// A bot's side of its queue: what waits, what it has received, what it wants to hear of.

import { LIMITS } from '../../spec/limits.ts'
import { storedFilter } from '../../spec/update-types.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UpdateRow } from '../../store/tables/updates.ts'
import type { World } from '../world.ts'

export function setUpdateFilter(world: World, bot: BotRow, list: readonly string[] | undefined) {
  const filter = storedFilter(list ?? [])
  if (bot.allowed_updates !== (filter && JSON.stringify(filter))) world.store.bots.setFilter(bot.id, filter)
}

/** A positive offset forgets all below it; a negative one all but the last `-offset`. */
export function acknowledgeUpdates(world: World, bot: BotRow, offset: number) {
  if (offset === 0) return
  const below = offset > 0 ? offset : world.store.updates.nthLast(bot.id, -offset)
  if (below === undefined) return
  const forgotten = world.store.updates.acknowledge(bot.id, below)
  if (forgotten) world.happened({ type: 'acknowledged', bot: bot.id, below })
}

export function dropPendingUpdates(world: World, bot: BotRow) {
  const dropped = world.store.updates.clear(bot.id)
  if (dropped) world.happened({ type: 'acknowledged', bot: bot.id, below: bot.last_update_id + 1 })
}

export function waitingUpdates(world: World, bot: BotRow, most: number): UpdateRow[] {
  forgetExpired(world, bot)
  return world.store.updates.first(bot.id, most)
}

/** The same for the bot itself, which from then on may know of them. */
export function handOutUpdates(world: World, bot: BotRow, most: number): UpdateRow[] {
  const rows = waitingUpdates(world, bot, most)
  if (rows.length) world.happened({ type: 'handed-out', bot: bot.id, update_ids: rows.map((row) => row.update_id) })
  return rows
}

export function forgetExpired(world: World, bot: BotRow) {
  const oldestMs = world.store.updates.oldestMs(bot.id)
  if (oldestMs !== undefined && oldestMs <= expiredMs(world)) world.store.updates.expire(bot.id, expiredMs(world))
}

/** Whether an update that was read before is still to be received. */
export const isWaiting = (world: World, update: UpdateRow) =>
  msToLive(world, update) > 0 && world.store.updates.has(update.bot, update.update_id)

export const msToLive = (world: World, { made_ms }: UpdateRow) => made_ms - expiredMs(world)

const expiredMs = ({ clock }: World) => clock.ms() - LIMITS.updateLifetimeSeconds * 1000
