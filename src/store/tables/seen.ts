// Whose id each bot has met.

import type { Db } from '../db.ts'

export function seenUsersTable(db: Db) {
  const has = db.prepare<[number, number], 1>('select 1 from seen_users where bot = ? and user = ?').pluck()
  const add = db.prepare('insert or ignore into seen_users values (?, ?)')
  return {
    read: {
      has: (bot: number, user: number) => has.get(bot, user) === 1,
    },
    write: {
      add: (bot: number, user: number) => void add.run(bot, user),
    },
  }
}
