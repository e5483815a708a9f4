// Empties all tables of a world, or deletes everything in it except some bots.

import { type Db, tablesOf } from './db.ts'
import type { RowCache } from './row-cache.ts'

const EMPTIED_TABLES = [
  'members',
  'messages',
  'updates',
  'seen_users',
  'ledger',
  'daily_chats',
  'private_chats',
  'files',
]

/** Empties the tables in reverse order of creation, because rows of later tables may refer to rows of earlier ones. */
export function emptyTables(db: Db, cache: RowCache) {
  db.pragma('defer_foreign_keys = on')
  for (const name of tablesOf(db).reverse()) db.exec(`delete from main."${name}"`)
  cache.clear()
}

/**
 * Deletes all users, bots and chats except `keptBots`. Each kept bot keeps its profile, its webhook and the numbering
 * of its updates.
 */
export function clearAllBut(db: Db, cache: RowCache, keptBots: readonly number[]) {
  for (const table of EMPTIED_TABLES) db.exec(`delete from ${table}`)
  db.exec('delete from chats where channel is not null')
  db.exec('delete from chats')
  const [kept, all] = [JSON.stringify(keptBots), '(select value from json_each(?))']
  // The bot's owner is deleted below, and a bot needs an owner. Until it gets a new one, it owns itself.
  db.prepare(`update bots set owner = id where id in ${all}`).run(kept)
  db.prepare(`delete from webhooks where bot not in ${all}`).run(kept)
  db.exec('update webhooks set failures = 0, retry_at_ms = 0, last_error_date = null, last_error_message = null')
  db.prepare(`delete from bots where id not in ${all}`).run(kept)
  db.prepare(`delete from users where id not in ${all}`).run(kept)
  cache.clear()
}
