// The chats between one person and one bot.

import type { Db } from '../db.ts'
import { numbersIn, pairOf, type RowCache } from '../row-cache.ts'
import { lastMessageId } from './last-message-id.ts'

export interface PrivateChatRow {
  chat: number
  bot: number
  person: number
  started: 0 | 1
  blocked: 0 | 1
  last_message_id: number
  last_read: number
  pinned_message_id: number | null
  reply_keyboard: string | null
}

/** The row with what the person shows of herself, as every send needs it. */
export interface PrivateChatWithPerson extends PrivateChatRow {
  first_name: string
  last_name: string | null
  username: string | null
  deleted: 0 | 1
}

export function privateChatsTable(db: Db, cache: RowCache) {
  const get = db.prepare<[number], PrivateChatWithPerson>(`select private_chats.*, ${lastMessageId('private_chats')},
    first_name, last_name, username, deleted from private_chats join users on users.id = person where chat = +?`)
  const between = db.prepare<number[], Pick<PrivateChatRow, 'chat'>>(
    'select chat from private_chats where bot = ? and person = ?',
  )
  const rows = cache.rowsOf(['private_chats', 'users'], (chat: number) => get.get(chat))
  const numbers = cache.rowsOf(['private_chats'], (pair: string) => between.get(...numbersIn(pair)))
  const ofPerson = db.prepare<[number], PrivateChatRow>(
    `select *, ${lastMessageId('private_chats')} from private_chats where person = +? order by chat`,
  )
  const open = db.prepare<[number, number]>('insert or ignore into private_chats (bot, person) values (?, ?)')
  const update = db.prepare(`update private_chats set started = :started, blocked = :blocked, last_read = :last_read,
    pinned_message_id = :pinned_message_id, reply_keyboard = :reply_keyboard where chat = :chat`)
  const clear = db.prepare('update private_chats set pinned_message_id = null, reply_keyboard = null')
  const clearOfBot = db.prepare(
    'update private_chats set pinned_message_id = null, reply_keyboard = null where bot = ?',
  )
  return {
    read: {
      between(bot: number, person: number) {
        const known = numbers.get(pairOf(bot, person))
        return known && rows.get(known.chat)
      },
      /** Whose chat a number here stands for. */
      numbered: (chat: number) => rows.get(chat),
      ofPerson: (person: number) => ofPerson.all(person),
    },
    write: {
      open(bot: number, person: number) {
        const { lastInsertRowid } = open.run(bot, person)
        rows.drop(Number(lastInsertRowid))
        numbers.drop(pairOf(bot, person))
      },
      change(row: PrivateChatRow, changes: Partial<PrivateChatRow>) {
        update.run({ ...row, ...changes })
        rows.drop(row.chat)
      },
      /** Takes away what messages have left behind. */
      clear(bot?: number) {
        if (bot === undefined) clear.run()
        else clearOfBot.run(bot)
        cache.invalidate('private_chats')
      },
      /** The number of a message that is inserted at once. */
      nextMessageId(chat: number): number {
        const last_message_id = (rows.get(chat)?.last_message_id ?? 0) + 1
        rows.change(chat, { last_message_id })
        return last_message_id
      },
    },
  }
}
