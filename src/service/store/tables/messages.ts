// The table of messages. `chat` is the key of a row in `chats` or `private_chats`.

import { type Db, insertInto, pluck } from '../db.ts'
import { numberKeeper } from './chats.ts'

export interface MessageRow {
  chat: number
  message_id: number
  author: number
  date: number
  edit_date: number | null
  text: string | null
  caption: string | null
  file: number | null
  reply_to: number | null
  keyboard: string | null
  service: string | null
}

export function messagesTable(db: Db) {
  const get = db.prepare<[number, number], MessageRow>('select * from messages where chat = ? and message_id = ?')
  const latest = db.prepare<[number, number, number, number], MessageRow>(`select * from (select * from messages
    where chat = +? and message_id > +? and message_id < +? order by message_id desc limit +?) order by message_id`)
  const withKeyboard = db.prepare<[number, number], MessageRow>(
    `select * from (select * from messages where chat = +? order by message_id desc limit +?)
    where keyboard is not null order by message_id desc`,
  )
  // Counts messages in the indexes without reading their rows, because a chat can have millions of unread messages.
  const unread = db.prepare<{ chat: number; after: number; reader: number }, { unread: number; notices: number }>(
    `select every - own as unread, every - service as notices from
      (select count(*) as every from messages where chat = :chat and message_id > :after),
      (select count(*) as service, count(*) filter (where author = :reader) as own
        from messages where chat = :chat and message_id > :after and service is not null)`,
  )
  // Messages are stored in the order of sending, so only the last row is read for the latest sending date.
  const latestDate = pluck<[], number | null>(
    db,
    `select max(coalesce((select date from messages order by rowid desc limit 1), 0),
        coalesce((select max(edit_date) from messages where edit_date is not null), 0))`,
  )
  const insert = insertInto<MessageRow>(db, 'messages')
  const update = db.prepare(`update messages set edit_date = :edit_date, text = :text, caption = :caption,
    keyboard = :keyboard where chat = :chat and message_id = :message_id`)
  const remove = db.prepare('delete from messages where chat = ? and message_id = ?')
  const clear = db.prepare('delete from messages')
  const clearPrivate = db.prepare('delete from messages where chat in (select chat from private_chats where bot = ?)')
  const numbers = numberKeeper(db)
  return {
    read: {
      get: (chat: number, messageId: number) => get.get(chat, messageId),
      /** Returns the newest messages between `after` and `before`, oldest first. */
      latest: (chat: number, { after = 0, before = Number.MAX_SAFE_INTEGER, most = 1000 } = {}) =>
        latest.all(chat, after, before, most),
      /** Searches the newest `limit` messages of a chat, newest first, for messages with an inline keyboard. */
      withKeyboard: (chat: number, limit: number) => withKeyboard.iterate(chat, limit),
      /**
       * Returns two counts of the messages with ids above `after`. The count `unread` leaves out the messages that say
       * that the reader joined or left. The count `notices` leaves out such messages about any member. `after` must be
       * at least the id of the reader's last ordinary message. Otherwise, the reader's own messages would be counted.
       */
      unread: (chat: number, after: number, reader: number) => unread.get({ chat, after, reader })!,
      latestDate: () => latestDate.get() ?? 0,
    },
    write: {
      insert: (row: MessageRow) => void insert(row),
      change: (row: MessageRow) => void update.run(row),
      /** Deletes all messages, or only those in the private chats of one bot. */
      clear(bot?: number) {
        numbers.beforeClearing(bot)
        if (bot === undefined) clear.run()
        else clearPrivate.run(bot)
      },
      remove(chat: number, messageId: number) {
        numbers.beforeRemoving(chat, messageId)
        remove.run(chat, messageId)
      },
    },
  }
}
