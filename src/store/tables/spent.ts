// The ledger of what bots have sent: rows older than the longest window are of no use and go.

import type { Db } from '../open.ts'

export interface Spending {
  bot: number
  owner: number
  chat: number
  at_ms: number
  is_send: 0 | 1
  devices: number
}

export interface DeviceSpending {
  bot: number
  owner: number
  at_ms: number
  devices: number
}

const PRUNE_EVERY = 1024

export function spentTable(db: Db) {
  const insert = db.prepare('insert into spent values (:bot, :owner, :chat, :at_ms, :is_send, :devices)')
  // Rows stand in the order of their time, so that this looks at no more than it deletes.
  const prune = db.prepare(`delete from spent where rowid < coalesce((select rowid from spent where at_ms > ?
    order by rowid limit 1), 9e18)`)
  const sendsOfBot = db
    .prepare<[number, number], number>(
      'select at_ms from spent where bot = ? and at_ms > ? and is_send = 1 order by at_ms',
    )
    .pluck()
  const inChat = db
    .prepare<[number, number, number], number>(
      'select at_ms from spent where chat = ? and chat < 0 and bot = ? and at_ms > ? order by at_ms',
    )
    .pluck()
  const devices = db.prepare<[number], DeviceSpending>(
    'select bot, owner, at_ms, devices from spent where at_ms > ? and devices > 0 order by at_ms',
  )
  const clear = db.prepare('delete from spent')
  const clearOfBot = db.prepare('delete from spent where bot = ?')
  const latestMs = db.prepare<[], number | null>('select max(at_ms) from spent').pluck()
  return {
    read: {
      /** Times of the bot's sends after a moment, oldest first. */
      sendsOfBot: (bot: number, afterMs: number) => sendsOfBot.all(bot, afterMs),
      /** Times of the bot's sends and edits in one group or channel after a moment, oldest first. */
      inChat: (chat: number, bot: number, afterMs: number) => inChat.all(chat, bot, afterMs),
      /** What all bots encrypted for after a moment, oldest first. */
      devices: (afterMs: number) => devices.all(afterMs),
      latestMs: () => latestMs.get() ?? 0,
    },
    write: {
      clear: (bot?: number) => void (bot === undefined ? clear.run() : clearOfBot.run(bot)),
      insert(row: Spending, uselessUpToMs: number) {
        const { lastInsertRowid } = insert.run(row)
        if (Number(lastInsertRowid) % PRUNE_EVERY === 0) prune.run(uselessUpToMs)
      },
    },
  }
}
