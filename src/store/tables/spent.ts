// The ledger of what bots have sent. The limits look at its latest part in memory; what is older is of no use and goes.

import { LIMITS } from '../../spec/limits.ts'
import { type Db, insertInto } from '../db.ts'
import { pairOf, type RowCache } from '../row-cache.ts'
import { addTo, entriesAfter, type SlidingWindow, slideTo, slidingWindow } from '../sliding-window.ts'

export interface Spending {
  bot: number
  owner: number
  chat: number
  at_ms: number
  is_send: 0 | 1
  devices: number
}

interface Windows {
  ofBot: SlidingWindow<Spending>
  inChat: SlidingWindow<Spending>
  devices: SlidingWindow<Spending>
}

/** There is one row of windows, and one window of devices for all bots. */
const ALL = 'all'

const BOT_MS = LIMITS.messagesPerBotWindowSeconds * 1000
const CHAT_MS = LIMITS.messagesPerChatWindowSeconds * 1000
const DEVICES_MS = LIMITS.devicesWindowSeconds * 1000

const PRUNE_EVERY = 1024

export function ledgerTable(db: Db, cache: RowCache) {
  const insert = insertInto<Spending>(db, 'ledger')
  // Rows stand in the order of their time, so that this looks at no more than it deletes.
  const prune = db.prepare(`delete from ledger where rowid < coalesce((select rowid from ledger where at_ms > +?
    order by rowid limit 1), 9e18)`)
  const unexpired = db.prepare<[number, number], Spending>(
    'select * from ledger where at_ms > +? and (chat < 0 or at_ms > +?) order by rowid',
  )
  const clear = db.prepare('delete from ledger')
  const clearOfBot = db.prepare('delete from ledger where bot = ?')
  const latestMs = db.prepare<[], number | null>('select max(at_ms) from ledger').pluck()
  const windows = cache.rowsOf(['ledger'], (_: typeof ALL) => readWindows())

  function readWindows(): Windows {
    const latest = latestMs.get() ?? 0
    const rows = unexpired.all(latest - 2 * CHAT_MS, latest - 2 * Math.max(BOT_MS, DEVICES_MS))
    return rows.reduce(withRow, emptyWindows())
  }

  const kept = () => windows.get(ALL) ?? emptyWindows()

  return {
    read: {
      /** The bot's sends after a moment, oldest first, where there are at least so many. */
      sendsOfBot: (bot: number, afterMs: number, least = 1) => entriesAfter(kept().ofBot, bot, afterMs, least),
      /** The same of its sends and edits in one group or channel. */
      inChat: (chat: number, bot: number, afterMs: number, least = 1) =>
        entriesAfter(kept().inChat, pairOf(chat, bot), afterMs, least),
      /** What all bots encrypted for after a moment, oldest first. */
      devices: (afterMs: number) => entriesAfter(kept().devices, ALL, afterMs),
      latestMs: () => latestMs.get() ?? 0,
    },
    write: {
      clear(bot?: number) {
        if (bot === undefined) clear.run()
        else clearOfBot.run(bot)
        cache.invalidate('ledger')
      },
      insert(row: Spending, prunedUpToMs: number) {
        // They are changed in place, as they are long; a transaction that fails has them read again.
        windows.change(ALL, withRow(kept(), row))
        const { lastInsertRowid } = insert(row)
        if (Number(lastInsertRowid) % PRUNE_EVERY === 0) prune.run(prunedUpToMs)
      },
    },
  }
}

const emptyWindows = (): Windows => ({
  ofBot: slidingWindow(BOT_MS),
  inChat: slidingWindow(CHAT_MS),
  devices: slidingWindow(DEVICES_MS),
})

function withRow(windows: Windows, row: Spending): Windows {
  const { ofBot, inChat, devices } = windows
  for (const window of [ofBot, inChat, devices]) slideTo(window, row.at_ms)
  if (row.is_send) addTo(ofBot, row.bot, row)
  if (row.chat < 0) addTo(inChat, pairOf(row.chat, row.bot), row)
  if (row.devices) addTo(devices, ALL, row)
  return windows
}
