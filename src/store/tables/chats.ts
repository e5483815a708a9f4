// Groups, channels and comments chats.

import type { Db } from '../db.ts'
import type { RowCache } from '../row-cache.ts'
import { lastMessageId } from './last-message-id.ts'

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

// A comments chat has no title of its own.
const CHATS = `select chats.*, ${lastMessageId('chats')}, coalesce((select title || ' — comments' from chats as channels
  where channels.chat = chats.channel), title) as title from chats`

export function chatsTable(db: Db, cache: RowCache) {
  const get = db.prepare<[number], ChatRow>(`${CHATS} where chat = +?`)
  // Triggers count members and their devices.
  const rows = cache.rowsOf(['chats', 'members', 'users'], (chat: number) => get.get(chat))
  const byHandle = db.prepare<[string], ChatRow>(`${CHATS} where handle = +?`)
  const byUsername = db.prepare<[string], ChatRow>(`${CHATS} where username = +?`)
  const commentsOf = db.prepare<[number], ChatRow>(`${CHATS} where channel = +?`)
  const all = db.prepare<[], ChatRow>(`${CHATS} order by chat desc`)
  const lowestShort = db.prepare<[], number | null>('select min(chat) from chats where chat > -1e12').pluck()
  const lowestWide = db.prepare<[], number | null>('select min(chat) from chats where chat > -2e12').pluck()
  const insert = db.prepare(`insert into chats (chat, handle, type, title, username, description, permissions, official,
    channel) values (:chat, :handle, :type, :title, :username, :description, :permissions, :official, :channel)`)
  const update = db.prepare(`update chats set handle = :handle, type = :type, title = :title, username = :username,
    description = :description, permissions = :permissions, official = :official, channel = :channel where chat = :chat`)
  const pin = db.prepare('update chats set pinned_message_id = ? where chat = ?')
  const clear = db.prepare('update chats set pinned_message_id = null')
  return {
    read: {
      byId: (id: number) => rows.get(id),
      known: (id: number) => rows.known(id),
      byHandle: (handle: string) => byHandle.get(handle),
      byUsername: (username: string) => byUsername.get(username),
      commentsOf: (channel: number) => commentsOf.get(channel),
      all: () => all.all(),
      /** Where ids of a form have come to: short ones, or the wide ones that begin with -100. */
      lowestId: (short: boolean) => (short ? lowestShort : lowestWide).get() ?? 0,
    },
    write: {
      insert(row: Omit<ChatRow, 'last_message_id' | 'pinned_message_id' | 'people' | 'bots' | 'devices'>) {
        insert.run(row)
        rows.drop(row.chat)
      },
      change(row: ChatRow, changes: Partial<ChatRow>) {
        update.run({ ...row, ...changes })
        cache.invalidate('chats')
      },
      pin(chat: number, pinned_message_id: number | null) {
        pin.run(pinned_message_id, chat)
        rows.change(chat, { pinned_message_id })
      },
      /** Takes away what messages have left behind. */
      clear() {
        clear.run()
        cache.invalidate('chats')
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
