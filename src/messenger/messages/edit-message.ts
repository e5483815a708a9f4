// Changes a message in place, and tells the bots that may read it.

import { longerThan } from '../../lib/text.ts'
import { LIMITS } from '../../spec/limits.ts'
import { FIELD_TEXTS, refuse } from '../../spec/refusals.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import type { Chat } from '../chats/chat.ts'
import { queueUpdate } from '../updates/queue-update.ts'
import type { Tx } from '../world.ts'
import { audience } from './audience.ts'
import { presentMessage } from './present-message.ts'

type Changes = Partial<Pick<MessageRow, 'text' | 'caption' | 'keyboard'>>

export function editMessage(tx: Tx, chat: Chat, editor: { id: number }, row: MessageRow, changes: Changes): MessageRow {
  const edited = { ...row, ...changes, edit_date: tx.clock.seconds() }
  tx.store.messages.change(edited)
  tx.emit({ type: 'edit', chat: row.chat, message_id: row.message_id, author: editor.id })
  const type = chat.kind === 'channel' ? 'edited_channel_post' : 'edited_message'
  for (const bot of audience(tx, chat, edited, editor.id)) {
    queueUpdate(tx, bot, type, () => presentMessage(tx, bot, chat, edited))
  }
  return edited
}

/** New text goes where the old one stood: into the caption of a file message. */
export function withText(row: MessageRow, text: string): Changes {
  return row.file === null ? { text } : { caption: text }
}

/** In a private chat a caption cannot be edited; elsewhere the new text has to fit one. */
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
