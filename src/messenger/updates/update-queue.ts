// A bot's side of its queue: what waits, what it has received, what it wants to hear of.

import { LIMITS } from '../../spec/limits.ts'
import { storedFilter } from '../../spec/update-types.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UpdateRow } from '../../store/tables/updates.ts'
import { markSeen } from '../users/mark-seen.ts'
import type { Read, Tx } from '../world.ts'

export function setUpdateFilter(tx: Tx, bot: BotRow, list: readonly string[] | undefined) {
  const filter = storedFilter(list ?? [])
  if (bot.allowed_updates !== (filter && JSON.stringify(filter))) tx.store.bots.setFilter(bot.id, filter)
}

/** A positive offset forgets all below it; a negative one all but the last `-offset`. */
export function acknowledgeUpdates(tx: Tx, bot: BotRow, offset: number) {
  if (offset === 0) return
  const below = offset > 0 ? offset : tx.store.updates.nthLast(bot.id, -offset)
  if (below === undefined) return
  const forgotten = tx.store.updates.acknowledge(bot.id, below)
  if (forgotten) tx.emit({ type: 'acknowledged', bot: bot.id, below })
}

export function dropPendingUpdates(tx: Tx, bot: BotRow) {
  const dropped = tx.store.updates.clear(bot.id)
  if (dropped) tx.emit({ type: 'acknowledged', bot: bot.id, below: bot.last_update_id + 1 })
}

const MAX_AT_ONCE = 256

/**
 * What waits and has not expired, read by and by: a queue may be longer than one wants to wait for. Most of those without
 * the text are left out.
 */
export function* eachWaiting(read: Read, bot: BotRow, text = ''): Generator<UpdateRow, void> {
  let rows = read.store.updates.unexpired(bot.id, expiredMs(read), MAX_AT_ONCE)
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    yield* rows
    rows = read.store.updates.after(bot.id, last.update_id, text, MAX_AT_ONCE)
  }
}

export const countWaiting = (read: Read, bot: BotRow): number =>
  read.store.updates.countUnexpired(bot.id, expiredMs(read))

/** Gives the bot what waits, which it may know of from then on. */
export function handOutUpdates(tx: Tx, bot: BotRow, max: number): UpdateRow[] {
  const rows = firstUpdates(tx, bot, max)
  for (const row of rows) markGiven(tx, bot, row)
  if (rows.length) tx.emit({ type: 'handed-out', bot: bot.id, update_ids: rows.map((row) => row.update_id) })
  return rows
}

/** Whoever stands in an update, the bot has seen once it is given to it, and not where it is dropped before. */
export const markGiven = (tx: Tx, bot: { id: number }, { body }: UpdateRow) => markSeen(tx, bot, JSON.parse(body))

/** What waits longest; what has expired before it is forgotten. */
export function firstUpdates(tx: Tx, bot: BotRow, max: number): UpdateRow[] {
  const rows = tx.store.updates.first(bot.id, max)
  const [oldest] = rows
  if (!oldest || msToLive(tx, oldest) > 0) return rows
  tx.store.updates.expire(bot.id, expiredMs(tx))
  return tx.store.updates.first(bot.id, max)
}

export const forgetExpired = (tx: Tx, bot: BotRow) => void firstUpdates(tx, bot, 1)

/** Whether an update that was read before is still to be received. */
export const isWaiting = (read: Read, update: UpdateRow) =>
  msToLive(read, update) > 0 && read.store.updates.has(update.bot, update.update_id)

export const msToLive = (read: Read, { made_ms }: UpdateRow) => made_ms - expiredMs(read)

const expiredMs = ({ clock }: Read) => clock.ms() - LIMITS.updateLifetimeSeconds * 1000
