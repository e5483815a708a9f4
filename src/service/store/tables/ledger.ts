// The tables for the message limits: messages, edits, and each bot's chats per day.

import { LIMITS } from '../../rules/limits.ts'
import { type Db, insertInto, pluck } from '../db.ts'
import { numbersIn, pairOf, type RowCache } from '../row-cache.ts'

export interface LedgerRow {
  bot: number
  owner: number
  chat: number
  at_ms: number
  is_send: 0 | 1
  devices: number
}

interface Windows {
  ofBot: SlidingWindow<LedgerRow>
  inChat: SlidingWindow<LedgerRow>
  devices: SlidingWindow<LedgerRow>
}

/** The key in `devices` of the messages of all bots together. It is also the only key in the cache of `Windows`. */
const ALL = 'all'

export const SECOND_MS = LIMITS.messagesPerBotWindowSeconds * 1000
export const MINUTE_MS = LIMITS.messagesPerChatWindowSeconds * 1000
export const DEVICES_MS = LIMITS.devicesWindowSeconds * 1000

const PRUNE_EVERY = 1024

export function ledgerTable(db: Db, cache: RowCache) {
  const insert = insertInto<LedgerRow>(db, 'ledger')
  // Deletes expired rows. Rows are stored in the order of time, so the statement reads only the rows that it deletes.
  const prune = db.prepare(`delete from ledger where rowid < coalesce((select rowid from ledger where at_ms > +?
    order by rowid limit 1), 9e18)`)
  const unexpired = db.prepare<[number, number], LedgerRow>(
    'select * from ledger where at_ms > +? and (chat < 0 or at_ms > +?) order by at_ms',
  )
  const clear = db.prepare('delete from ledger')
  const clearOfBot = db.prepare('delete from ledger where bot = ?')
  const latestMs = pluck<[], number | null>(db, 'select max(at_ms) from ledger')
  const windows = cache.rowsOf(['ledger'], (_: typeof ALL) => readWindows())

  function readWindows(): Windows {
    const latest = latestMs.get() ?? 0
    const rows = unexpired.all(latest - 2 * MINUTE_MS, latest - 2 * Math.max(SECOND_MS, DEVICES_MS))
    return rows.reduce(withRow, emptyWindows())
  }

  const currentWindows = () => windows.get(ALL) ?? emptyWindows()

  return {
    read: {
      /** Returns a bot's messages after `afterMs`, oldest first, or an empty list if there are fewer than `least`. */
      sendsOfBot: (bot: number, afterMs: number, least = 1) =>
        entriesAfter(currentWindows().ofBot, bot, afterMs, least),
      /**
       * Returns a bot's messages and edits in a chat after `afterMs`, oldest first, or an empty list if there are fewer
       * than `least`.
       */
      inChat: (chat: number, bot: number, afterMs: number, least = 1) =>
        entriesAfter(currentWindows().inChat, pairOf(chat, bot), afterMs, least),
      /** Returns the messages and edits of all bots after `afterMs` that were encrypted for devices, oldest first. */
      devices: (afterMs: number) => entriesAfter(currentWindows().devices, ALL, afterMs),
      latestMs: () => latestMs.get() ?? 0,
    },
    write: {
      clear(bot?: number) {
        if (bot === undefined) clear.run()
        else clearOfBot.run(bot)
        cache.invalidate('ledger')
      },
      insert(row: LedgerRow, prunedUpToMs: number) {
        // Copying the sliding windows of the limits is slow, so they change in place. A failed transaction removes them
        // from the cache, and they are read again.
        windows.change(ALL, withRow(currentWindows(), row))
        const { lastInsertRowid } = insert(row)
        if (Number(lastInsertRowid) % PRUNE_EVERY === 0) prune.run(prunedUpToMs)
      },
    },
  }
}

const emptyWindows = (): Windows => ({
  ofBot: slidingWindow(SECOND_MS),
  inChat: slidingWindow(MINUTE_MS),
  devices: slidingWindow(DEVICES_MS),
})

function withRow(windows: Windows, row: LedgerRow): Windows {
  const { ofBot, inChat, devices } = windows
  for (const window of [ofBot, inChat, devices]) slideTo(window, row.at_ms)
  if (row.is_send) addTo(ofBot, row.bot, row)
  if (row.chat < 0) addTo(inChat, pairOf(row.chat, row.bot), row)
  if (row.devices) addTo(devices, ALL, row)
  return windows
}

/** The chat id of a row that only says how many chats the bot has written to on a day. No real chat has the id 0. */
const NO_CHAT = 0

export function dailyChatsTable(db: Db, cache: RowCache) {
  const get = db.prepare<number[], { nth: number }>(
    'select nth from daily_chats where bot = ? and chat = ? and day = ?',
  )
  const count = pluck<[number, number], number | null>(
    db,
    'select max(nth) from daily_chats where bot = +? and day = +?',
  )
  const insert = db.prepare('insert or replace into daily_chats values (?, ?, ?, ?)')
  const removeOtherDays = db.prepare('delete from daily_chats where bot = ? and day <> ?')
  const removeAfter = db.prepare('delete from daily_chats where bot = ? and day = ? and nth > ?')
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
        if (nth === 1) removeOtherDays.run(bot, day)
        insert.run(bot, day, chat, nth)
        if (nth === 1) cache.invalidate('daily_chats')
        else rows.invalidate(keyOf(bot, day, chat))
      },
      clear(bot?: number) {
        if (bot === undefined) clear.run()
        else clearOfBot.run(bot)
        cache.invalidate('daily_chats')
      },
      setCount(bot: number, day: number, total: number) {
        removeAfter.run(bot, day, total)
        if ((count.get(bot, day) ?? 0) < total) insert.run(bot, day, NO_CHAT, total)
        cache.invalidate('daily_chats')
      },
    },
  }
}

type Key = string | number

interface Timed {
  at_ms: number
}

export interface SlidingWindow<Entry> {
  lengthMs: number
  /** The number of the current period, counted from 1970. Time is divided into periods of `lengthMs` each. */
  period: number
  current: Map<Key, Entry[]>
  previous: Map<Key, Entry[]>
}

export const slidingWindow = <Entry>(lengthMs: number): SlidingWindow<Entry> => ({
  lengthMs,
  period: 0,
  current: new Map(),
  previous: new Map(),
})

/** Keeps only the period of `nowMs` and the previous period, because older entries are outside the window. */
export function slideTo<Entry>(window: SlidingWindow<Entry>, nowMs: number) {
  const stretch = Math.floor(nowMs / window.lengthMs)
  if (stretch <= window.period) return
  window.previous = stretch === window.period + 1 ? window.current : new Map()
  window.current = new Map()
  window.period = stretch
}

/** Inserts the entry in the order of time, because the clock may have been set back. */
export function addTo<Entry extends Timed>(
  { period, lengthMs, current, previous }: SlidingWindow<Entry>,
  key: Key,
  entry: Entry,
) {
  const periodEntries = entry.at_ms < period * lengthMs ? previous : current
  const entries = periodEntries.get(key)
  if (!entries) return void periodEntries.set(key, [entry])
  const before = entries.findLastIndex(({ at_ms }) => at_ms <= entry.at_ms)
  entries.splice(before + 1, 0, entry)
}

/** Returns the entries after `afterMs`, oldest first, or an empty list if there are fewer than `least` of them. */
export function entriesAfter<Entry extends Timed>(
  { previous, current }: SlidingWindow<Entry>,
  key: Key,
  afterMs: number,
  least = 1,
): Entry[] {
  const older = previous.get(key) ?? []
  const recent = current.get(key) ?? []
  const nthNewest = recent.at(-least) ?? older.at(recent.length - least)
  if (!nthNewest || nthNewest.at_ms <= afterMs) return []
  return [...older, ...recent].filter(({ at_ms }) => at_ms > afterMs)
}
