// Whether a bot may edit a message.

import { LIMITS } from '../../spec/limits.ts'
import { refuse } from '../../spec/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import { chatName, mayAsAdmin } from '../chats/chat.ts'
import type { BotChat } from '../chats/find-chat.ts'
import type { Read } from '../world.ts'

export function editableMessage(read: Read, bot: BotRow, chat: BotChat, messageId: number): MessageRow {
  const row = read.store.messages.get(chat.chat, messageId)
  const slots = { chat: chatName(chat), message_id: messageId, bot: bot.first_name }
  const existed = messageId >= 1 && messageId <= chat.last_message_id
  if (!row) return refuse('editNotFound', existed ? 'deleted' : 'missing', slots)
  if (row.author !== bot.id) requireOthersEditable(read, chat, row, slots)
  if (row.service !== null) refuse('cannotEdit', 'service', slots)
  requireRecent(read, row, slots)
  return row
}

/** Only posts of a channel may be edited by another, with the right to it. */
function requireOthersEditable(read: Read, chat: BotChat, row: MessageRow, slots: Record<string, string | number>) {
  if (chat.kind !== 'channel') {
    const author = read.store.users.byId(row.author)?.first_name ?? ''
    refuse('cannotEdit', 'notOwn', { ...slots, author })
  }
  if (!mayAsAdmin(chat.me, 'can_edit_messages')) refuse('noEditRight', 'right', slots)
}

function requireRecent(read: Read, row: MessageRow, slots: Record<string, string | number>) {
  const age = read.clock.seconds() - row.date
  if (age > LIMITS.editWindowSeconds) refuse('cannotEdit', 'tooOld', { ...slots, hours: Math.floor(age / 3600) })
}
