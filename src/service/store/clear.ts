// Empties all tables of a world, or deletes everything in it except some bots.

import { type Db, tablesOf } from './db.ts'
import type { RowCache } from './row-cache.ts'

const EMPTIED = [
  'members',
  'messages',
  'updates',
  'seen_users',
  'ledger',
  'daily_chats',
  'private_chats',
  'files',
  'chats where channel is not null',
  'chats',
]

/** Empties the tables in reverse order of creation, because rows of later tables may refer to rows of earlier ones. */
export function emptyTables(db: Db, cache: RowCache) {
  db.pragma('defer_foreign_keys = on')
  for (const name of tablesOf(db).reverse()) db.exec(`delete from main."${name}"`)
  cache.clear()
}

/**
 * Returns a function that deletes all users, bots and chats except `keptBots`. Each kept bot keeps its profile, its
 * webhook and the numbering of its updates.
 */
export function clearingOfAllBut(db: Db, cache: RowCache) {
  const kept = '(select value from json_each(:kept))'
  const statements = [
    ...EMPTIED.map((rows) => `delete from ${rows}`),
    // The bot's owner is deleted below, and a bot needs an owner. Until it gets a new one, it owns itself.
    `update bots set owner = id where id in ${kept}`,
    `delete from webhooks where bot not in ${kept}`,
    'update webhooks set failures = 0, retry_at_ms = 0, last_error_date = null, last_error_message = null',
    `delete from bots where id not in ${kept}`,
    `delete from users where id not in ${kept}`,
  ].map((sql) => db.prepare(sql))
  return (keptBots: readonly number[]) => {
    for (const statement of statements) statement.run({ kept: JSON.stringify(keptBots) })
    cache.clear()
  }
}
