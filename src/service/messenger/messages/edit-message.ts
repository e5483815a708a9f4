// Edits and pins messages, and checks whether a bot may edit a message.

import { longerThan } from '../../../lib/text.ts'
import { LIMITS } from '../../rules/limits.ts'
import { FIELD_TEXTS, refuse } from '../../rules/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import { type Chat, chatName, mayAsAdmin } from '../chats/chat.ts'
import type { BotChat } from '../chats/find-chat.ts'
import { queueUpdate } from '../updates/update-queue.ts'
import type { Read, Tx } from '../world.ts'
import { findRecipients } from './may-read.ts'
import { presentMessage } from './present-message.ts'

type Changes = Partial<Pick<MessageRow, 'text' | 'caption' | 'keyboard'>>

export function editMessage(tx: Tx, chat: Chat, editor: { id: number }, row: MessageRow, changes: Changes): MessageRow {
  const edited = { ...row, ...changes, edit_date: tx.clock.seconds() }
  tx.store.messages.change(edited)
  tx.emit({ type: 'edit', chat: row.chat, message_id: row.message_id, author: editor.id })
  const type = chat.kind === 'channel' ? 'edited_channel_post' : 'edited_message'
  for (const bot of findRecipients(tx, chat, edited, editor.id)) {
    queueUpdate(tx, bot, type, () => presentMessage(tx, bot, chat, edited))
  }
  return edited
}

/** Returns the column that a new text changes: `caption` in a message with a file, otherwise `text`. */
export function textChange(row: MessageRow, text: string): Changes {
  return row.file === null ? { text } : { caption: text }
}

/** Checks a new caption. Captions cannot be edited in private chats. */
export function requireTextFits(chat: Chat, row: MessageRow, text: string) {
  if (row.file === null) return
  if (chat.kind === 'private') refuse('noTextToEdit', 'file', { message_id: row.message_id })
  if (!longerThan(text, LIMITS.captionPoints)) return
  refuse('badParameter', 'invalid', { field: 'caption', reason: FIELD_TEXTS.captionTooLong })
}

export function requireChanged(what: 'text' | 'keyboard', row: MessageRow, changes: Changes) {
  const keys = Object.keys(changes) as (keyof Changes)[]
  if (keys.every((key) => row[key] === changes[key])) refuse('notModified', what)
}

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

/** Refuses edits of messages by other authors, except channel posts if the bot has `can_edit_messages`. */
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

export function pinMessage(tx: Tx, chat: Chat, messageId: number | null) {
  if (chat.pinned_message_id === messageId) return
  if (chat.kind === 'private') tx.store.privateChats.change(chat, { pinned_message_id: messageId })
  else tx.store.chats.pin(chat.chat, messageId)
  tx.emit({ type: 'chat', chat: chat.chat })
}
