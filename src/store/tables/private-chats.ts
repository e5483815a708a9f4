// The chats between one person and one bot.

import type { Db } from '../open.ts'

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

export function privateChatsTable(db: Db) {
  const between = db.prepare<[number, number], PrivateChatWithPerson>(`select private_chats.*, first_name, last_name,
    username, deleted from private_chats join users on users.id = person where bot = ? and person = ?`)
  const numbered = db.prepare<[number], { bot: number; person: number }>(
    'select bot, person from private_chats where chat = ?',
  )
  const ofPerson = db.prepare<[number], PrivateChatRow>('select * from private_chats where person = ? order by chat')
  const open = db.prepare<[number, number]>('insert or ignore into private_chats (bot, person) values (?, ?)')
  const update = db.prepare(`update private_chats set started = :started, blocked = :blocked, last_read = :last_read,
    pinned_message_id = :pinned_message_id, reply_keyboard = :reply_keyboard where chat = :chat`)
  const clear = db.prepare('update private_chats set pinned_message_id = null, reply_keyboard = null')
  const clearOfBot = db.prepare(
    'update private_chats set pinned_message_id = null, reply_keyboard = null where bot = ?',
  )
  const nextMessageId = db
    .prepare<[number], number>(
      'update private_chats set last_message_id = last_message_id + 1 where chat = ? returning last_message_id',
    )
    .pluck()
  return {
    read: {
      between: (bot: number, person: number) => between.get(bot, person),
      /** Whose chat a number here stands for. */
      numbered: (chat: number) => numbered.get(chat),
      ofPerson: (person: number) => ofPerson.all(person),
    },
    write: {
      open: (bot: number, person: number) => void open.run(bot, person),
      change: (row: PrivateChatRow, changes: Partial<PrivateChatRow>) => void update.run({ ...row, ...changes }),
      /** Takes away what messages have left behind. */
      clear: (bot?: number) => void (bot === undefined ? clear.run() : clearOfBot.run(bot)),
      nextMessageId: (chat: number) => nextMessageId.get(chat)!,
    },
  }
}
