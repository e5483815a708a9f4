// The last number that a chat has given to a message: that of its newest one, or of one that was deleted after it.

import type { Db } from '../db.ts'

type Table = 'private_chats' | 'chats'

/** A chat's own column knows of deleted messages alone, so that a new message writes to no chat. */
export const lastMessageId = (table: Table) => `max(last_message_id, coalesce((select max(message_id) from messages
  where messages.chat = ${table}.chat), 0)) as last_message_id`

/** Has to go before messages are deleted: no number is given twice. */
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
    /** All, or those in the private chats of one bot. */
    beforeClearing(bot?: number) {
      if (bot !== undefined) ofBot.run(bot)
      else for (const statement of all) statement.run()
    },
  }
}
