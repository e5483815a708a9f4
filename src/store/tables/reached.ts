// The distinct chats that each bot has addressed on a day.

import type { Db } from '../db.ts'
import { numbersIn, pairOf, type RowCache } from '../row-cache.ts'

/** No chat has this number: it stands for chats that were only counted. */
const COUNTED_ONLY = 0

export function dailyChatsTable(db: Db, cache: RowCache) {
  const get = db.prepare<number[], { nth: number }>(
    'select nth from daily_chats where bot = ? and chat = ? and day = ?',
  )
  const count = db
    .prepare<[number, number], number | null>('select max(nth) from daily_chats where bot = +? and day = +?')
    .pluck()
  const insert = db.prepare('insert or replace into daily_chats values (?, ?, ?, ?)')
  const forgetOtherDays = db.prepare('delete from daily_chats where bot = ? and day <> ?')
  const forgetAfter = db.prepare('delete from daily_chats where bot = ? and day = ? and nth > ?')
  const clear = db.prepare('delete from daily_chats')
  const clearOfBot = db.prepare('delete from daily_chats where bot = ?')
  const rows = cache.rowsOf(['daily_chats'], (key: string) => get.get(...numbersIn(key)))
  const keyOf = (bot: number, day: number, chat: number) => `${pairOf(bot, chat)} ${day}`
  return {
    read: {
      has: (bot: number, day: number, chat: number) => rows.get(keyOf(bot, day, chat)) !== undefined,
      count: (bot: number, day: number) => count.get(bot, day) ?? 0,
    },
    write: {
      add(bot: number, day: number, chat: number, nth: number) {
        if (nth === 1) forgetOtherDays.run(bot, day)
        insert.run(bot, day, chat, nth)
        if (nth === 1) cache.invalidate('daily_chats')
        else rows.drop(keyOf(bot, day, chat))
      },
      clear(bot?: number) {
        if (bot === undefined) clear.run()
        else clearOfBot.run(bot)
        cache.invalidate('daily_chats')
      },
      setCount(bot: number, day: number, total: number) {
        forgetAfter.run(bot, day, total)
        if ((count.get(bot, day) ?? 0) < total) insert.run(bot, day, COUNTED_ONLY, total)
        cache.invalidate('daily_chats')
      },
    },
  }
}
