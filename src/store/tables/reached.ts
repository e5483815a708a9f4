// The distinct chats that each bot has addressed on a day.

import type { Db } from '../open.ts'

/** No chat has this number: it stands for chats that were only counted. */
const COUNTED_ONLY = 0

export function reachedTable(db: Db) {
  const has = db
    .prepare<[number, number, number], 1>('select 1 from reached where bot = ? and day = ? and chat = ?')
    .pluck()
  const count = db
    .prepare<[number, number], number | null>('select max(nth) from reached where bot = ? and day = ?')
    .pluck()
  const insert = db.prepare('insert or replace into reached values (?, ?, ?, ?)')
  const forgetOtherDays = db.prepare('delete from reached where bot = ? and day <> ?')
  const forgetAfter = db.prepare('delete from reached where bot = ? and day = ? and nth > ?')
  const clear = db.prepare('delete from reached')
  const clearOfBot = db.prepare('delete from reached where bot = ?')
  return {
    read: {
      has: (bot: number, day: number, chat: number) => has.get(bot, day, chat) === 1,
      count: (bot: number, day: number) => count.get(bot, day) ?? 0,
    },
    write: {
      add(bot: number, day: number, chat: number, nth: number) {
        if (nth === 1) forgetOtherDays.run(bot, day)
        insert.run(bot, day, chat, nth)
      },
      clear: (bot?: number) => void (bot === undefined ? clear.run() : clearOfBot.run(bot)),
      setCount(bot: number, day: number, total: number) {
        forgetAfter.run(bot, day, total)
        if ((count.get(bot, day) ?? 0) < total) insert.run(bot, day, COUNTED_ONLY, total)
      },
    },
  }
}
