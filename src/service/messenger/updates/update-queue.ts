// Enqueues, delivers, confirms, expires and renumbers the pending updates of a bot.

import { LIMITS } from '../../rules/limits.ts'
import { letsThrough, storedFilter, type UpdateType } from '../../rules/update-types.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UpdateRow } from '../../store/tables/updates.ts'
import { markSeen } from '../users/present-user.ts'
import type { Read, Tx } from '../world.ts'

export function setUpdateFilter(tx: Tx, bot: BotRow, list: readonly string[] | undefined) {
  const filter = storedFilter(list ?? [])
  if (bot.allowed_updates !== (filter && JSON.stringify(filter))) tx.store.bots.setFilter(bot.id, filter)
}

export const updateFilterOf = ({ allowed_updates }: BotRow): UpdateType[] | null =>
  JSON.parse(allowed_updates ?? 'null')

/** Confirms the updates below `offset`. A negative offset confirms all pending updates except the last `-offset`. */
export function confirmUpdates(tx: Tx, bot: BotRow, offset: number) {
  if (offset === 0) return
  const below = offset > 0 ? offset : tx.store.updates.nthLast(bot.id, -offset)
  if (below === undefined) return
  if (tx.store.updates.removeBelow(bot.id, below)) tx.emit({ type: 'acknowledged', bot: bot.id, below })
}

export function dropPendingUpdates(tx: Tx, bot: BotRow) {
  const below = bot.last_update_id + 1
  if (tx.store.updates.removeBelow(bot.id, below)) tx.emit({ type: 'acknowledged', bot: bot.id, below })
}

export function pendingUpdates(read: Read, bot: BotRow, most = Number.MAX_SAFE_INTEGER): UpdateRow[] {
  const first = firstPendingId(read, bot)
  return first === undefined ? [] : read.store.updates.from(bot.id, first, most)
}

export function countPending(read: Read, bot: BotRow): number {
  const first = firstPendingId(read, bot)
  return first === undefined ? 0 : read.store.updates.countFrom(bot.id, first)
}

export const firstPendingId = (read: Read, bot: BotRow) => read.store.updates.firstUnexpired(bot.id, expiryMs(read))

export function takeUpdates(tx: Tx, bot: BotRow, max: number): UpdateRow[] {
  const rows = firstUpdates(tx, bot, max)
  for (const row of rows) markUsersSeen(tx, bot, row)
  if (rows.length) tx.emit({ type: 'handed-out', bot: bot.id, update_ids: rows.map((row) => row.update_id) })
  return rows
}

export const markUsersSeen = (tx: Tx, bot: { id: number }, { body }: UpdateRow) => markSeen(tx, bot, JSON.parse(body))

/** Returns the bot's first pending updates. Drops expired updates before them. */
export function firstUpdates(tx: Tx, bot: BotRow, max: number): UpdateRow[] {
  const { updates } = tx.store
  const rows = updates.first(bot.id, max)
  const [oldest] = rows
  if (!oldest || msToLive(tx, oldest) > 0) return rows
  updates.removeBelow(bot.id, firstPendingId(tx, bot) ?? bot.last_update_id + 1)
  return updates.first(bot.id, max)
}

export const dropExpired = (tx: Tx, bot: BotRow) => void firstUpdates(tx, bot, 1)

export const msToLive = (read: Read, { made_ms }: UpdateRow) => made_ms - expiryMs(read)

const expiryMs = ({ clock }: Read) => clock.ms() - LIMITS.updateLifetimeSeconds * 1000

/** Enqueues an update if the bot's filter accepts its type, and returns the new update id. */
export function queueUpdate(tx: Tx, bot: BotRow, type: UpdateType, present: () => unknown) {
  if (!letsThrough(updateFilterOf(bot), type)) return undefined
  const payload = present()
  const update_id = tx.store.bots.nextUpdateId(bot.id)
  const body = JSON.stringify({ update_id, [type]: payload })
  tx.store.updates.insert({ bot: bot.id, update_id, type, body, made_ms: tx.clock.ms() })
  tx.emit({ type: 'update', bot: bot.id, update_id, update_type: type, body })
  return update_id
}

const UPDATE_ID_FLOOR = 'update_id_floor'

/** Update ids are higher than this floor. A reset or an import raises it to the highest id of the old world. */
export const updateIdFloor = ({ store }: Read) => store.settings.get<number>(UPDATE_ID_FLOOR) ?? 0

export const highestUpdateId = (read: Read) => Math.max(updateIdFloor(read), read.store.bots.highestUpdateId())

/** Assigns update ids above `highest`, because a running bot program keeps its offset when the world is replaced. */
export function renumberAbove(tx: Tx, highest: number) {
  const { bots, updates, webhooks, settings } = tx.store
  for (const { id, last_update_id } of bots.all()) {
    const [first] = updates.first(id, 1)
    const by = first ? Math.max(0, highest + 1 - first.update_id) : 0
    if (by) {
      updates.renumber(id, by)
      webhooks.renumber(id, by)
    }
    bots.setLastUpdateId(id, Math.max(highest, last_update_id + by))
  }
  settings.set(UPDATE_ID_FLOOR, Math.max(highest, updateIdFloor(tx)))
}
