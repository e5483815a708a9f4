// The tables of groups and channels and of private chats, and their message numbers.

import { type Db, pluck } from '../db.ts'
import { type CachedRows, numbersIn, pairOf, type RowCache } from '../row-cache.ts'

type Table = 'private_chats' | 'chats'

/**
 * SQL for the highest message number ever used in a chat. Includes the existing messages, because the stored column is
 * updated only before messages are deleted.
 */
export const lastMessageId = (table: Table) => `max(last_message_id, coalesce((select max(message_id) from messages
  where messages.chat = ${table}.chat), 0)) as last_message_id`

/** Stores the highest message numbers before messages are deleted, so that no number is used twice. */
export function numberKeeper(db: Db) {
  const deleted = (table: Table) =>
    db.prepare(`update ${table} set last_message_id = max(last_message_id, +?) where chat = +?`)
  const cleared = (table: Table, where = '') =>
    db.prepare(`update ${table} set last_message_id = newest.last_message_id
      from (select chat, ${lastMessageId(table)} from ${table}) as newest where newest.chat = ${table}.chat ${where}`)
  const one = { private: deleted('private_chats'), shared: deleted('chats') }
  const all = [cleared('private_chats'), cleared('chats')]
  const ofBot = cleared('private_chats', 'and bot = +?')
  return {
    beforeRemoving: (chat: number, messageId: number) =>
      void (chat > 0 ? one.private : one.shared).run(messageId, chat),
    /**
     * Call this before messages are deleted. Stores the highest message number of each chat, or only of one bot's
     * private chats.
     */
    beforeClearing(bot?: number) {
      if (bot !== undefined) ofBot.run(bot)
      else for (const statement of all) statement.run()
    },
  }
}

export interface ChatRow {
  chat: number
  handle: string
  type: 'group' | 'supergroup' | 'channel'
  title: string
  username: string | null
  description: string | null
  permissions: number
  official: 0 | 1
  channel: number | null
  last_message_id: number
  pinned_message_id: number | null
  people: number
  bots: number
  devices: number
}

// The title of a comments chat is not stored; it is made from the title of its channel.
const CHATS = `select chats.*, ${lastMessageId('chats')}, coalesce((select title || ' — comments' from chats as channels
  where channels.chat = chats.channel), title) as title from chats`

export function chatsTable(db: Db, cache: RowCache) {
  const get = db.prepare<[number], ChatRow>(`${CHATS} where chat = +?`)
  // Rows of `chats` contain counts. SQL triggers update them when rows of `members` or `users` change.
  const rows = cache.rowsOf(['chats', 'members', 'users'], (chat: number) => get.get(chat))
  const byHandle = db.prepare<[string], ChatRow>(`${CHATS} where handle = +?`)
  const byUsername = db.prepare<[string], ChatRow>(`${CHATS} where username = +?`)
  const commentsOf = db.prepare<[number], ChatRow>(`${CHATS} where channel = +?`)
  const all = db.prepare<[], ChatRow>(`${CHATS} order by chat desc`)
  const lowestShort = pluck<[], number | null>(db, 'select min(chat) from chats where chat > -1e12')
  const lowestWide = pluck<[], number | null>(db, 'select min(chat) from chats where chat > -2e12')
  const insert = db.prepare(`insert into chats (chat, handle, type, title, username, description, permissions, official,
    channel) values (:chat, :handle, :type, :title, :username, :description, :permissions, :official, :channel)`)
  const update = db.prepare(`update chats set handle = :handle, type = :type, title = :title, username = :username,
    description = :description, permissions = :permissions, official = :official, channel = :channel where chat = :chat`)
  const pin = db.prepare('update chats set pinned_message_id = ? where chat = ?')
  const clear = db.prepare('update chats set pinned_message_id = null')
  return {
    read: {
      /** Asks the database only for an id that a chat can have: a person's id is positive, and would be asked each time. */
      byId: (id: number) => (id < 0 ? rows.get(id) : undefined),
      getOrThrow: (id: number) => rows.getOrThrow(id),
      byHandle: (handle: string) => byHandle.get(handle),
      byUsername: (username: string) => byUsername.get(username),
      commentsOf: (channel: number) => commentsOf.get(channel),
      all: () => all.all(),
      /** Returns the lowest used chat id above -1e12 (above -2e12 if not `short`), or 0 if no id is used. */
      lowestId: (short: boolean) => (short ? lowestShort : lowestWide).get() ?? 0,
    },
    write: {
      insert(row: Omit<ChatRow, 'last_message_id' | 'pinned_message_id' | 'people' | 'bots' | 'devices'>) {
        insert.run(row)
        rows.invalidate(row.chat)
      },
      change(row: ChatRow, changes: Partial<ChatRow>) {
        update.run({ ...row, ...changes })
        cache.invalidate('chats')
      },
      pin(chat: number, pinned_message_id: number | null) {
        pin.run(pinned_message_id, chat)
        rows.change(chat, { pinned_message_id })
      },
      /** Call this when all messages are deleted: it removes the pins and clears the cached rows. */
      clear() {
        clear.run()
        cache.invalidate('chats')
      },
      nextMessageId: (chat: number) => nextMessageId(rows, chat),
    },
  }
}

/** Returns the next message number. The caller must insert a message with this number immediately. */
function nextMessageId(rows: CachedRows<number, { last_message_id: number }>, chat: number): number {
  const last_message_id = (rows.get(chat)?.last_message_id ?? 0) + 1
  rows.change(chat, { last_message_id })
  return last_message_id
}

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

/** A private chat with the person's name, because the bot API sends the name with every message of the chat. */
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
        const entry = numbers.get(pairOf(bot, person))
        return entry && rows.get(entry.chat)
      },
      /** Finds a private chat by the key of its row. In the bot API, the chat's id is the person's id instead. */
      numbered: (chat: number) => rows.get(chat),
      ofPerson: (person: number) => ofPerson.all(person),
    },
    write: {
      open(bot: number, person: number) {
        const { lastInsertRowid } = open.run(bot, person)
        rows.invalidate(Number(lastInsertRowid))
        numbers.invalidate(pairOf(bot, person))
      },
      change(row: PrivateChatRow, changes: Partial<PrivateChatRow>) {
        update.run({ ...row, ...changes })
        rows.invalidate(row.chat)
      },
      /**
       * Removes the pins and reply keyboards of all private chats, or of one bot's. Call this when their messages are
       * deleted, because it also invalidates the cached message numbers.
       */
      clear(bot?: number) {
        if (bot === undefined) clear.run()
        else clearOfBot.run(bot)
        cache.invalidate('private_chats')
      },
      nextMessageId: (chat: number) => nextMessageId(rows, chat),
    },
  }
}
