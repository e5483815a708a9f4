// Posts a message of a bot or person, and checks reply_to_message_id.

import type { SentMarkup } from '../../rules/keyboard.ts'
import { refuse } from '../../rules/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import type { UserRow } from '../../store/tables/users.ts'
import type { Chat } from '../chats/chat.ts'
import type { BotChat } from '../chats/find-chat.ts'
import { activateReplyKeyboard, keyboardText } from '../keyboards/reply-markup.ts'
import { queueUpdate } from '../updates/update-queue.ts'
import type { Read, Tx } from '../world.ts'
import { findRecipients } from './may-read.ts'
import { presentMessage, type ServiceMessage } from './present-message.ts'

export interface NewMessage {
  text?: string
  caption?: string
  file?: number
  reply_to?: number | null
  keyboard?: string | null
  service?: ServiceMessage
}

type Author = Pick<UserRow, 'id' | 'is_bot'>

export function postMessage(tx: Tx, chat: Chat, author: Author, content: NewMessage): MessageRow {
  const chats = chat.kind === 'private' ? tx.store.privateChats : tx.store.chats
  const row: MessageRow = {
    chat: chat.chat,
    message_id: chats.nextMessageId(chat.chat),
    author: author.id,
    date: tx.clock.seconds(),
    edit_date: null,
    text: content.text ?? null,
    caption: content.caption || null,
    file: content.file ?? null,
    reply_to: content.reply_to ?? null,
    keyboard: content.keyboard ?? null,
    service: content.service ? JSON.stringify(content.service) : null,
  }
  tx.store.messages.insert(row)
  tx.emit({ type: 'message', chat: row.chat, message_id: row.message_id, author: row.author })
  const type = chat.kind === 'channel' ? 'channel_post' : 'message'
  for (const bot of findRecipients(tx, chat, row, author.id)) {
    queueUpdate(tx, bot, type, () => presentMessage(tx, bot, chat, row))
  }
  return row
}

/** Sends a message as a bot. Returns it in the form that the bot receives. */
export function sendAsBot(tx: Tx, bot: BotRow, chat: BotChat, content: NewMessage, markup: SentMarkup | undefined) {
  const row = postMessage(tx, chat, bot, { ...content, keyboard: keyboardText(markup) })
  if (chat.kind === 'private') activateReplyKeyboard(tx, chat, markup)
  return presentMessage(tx, bot, chat, row)
}

export function replyTarget(read: Read, bot: BotRow, chat: BotChat, messageId: number | undefined): number | null {
  if (messageId === undefined || chat.kind === 'channel') return null
  const place = chat.kind === 'private' ? 'the private chat' : chat.title
  const slots = { chat: place, message_id: messageId, bot: bot.first_name }
  if (messageId < 1 || messageId > chat.last_message_id) refuse('replyNotFound', 'missing', slots)
  if (!read.store.messages.get(chat.chat, messageId)) refuse('replyNotFound', 'deleted', slots)
  if (chat.kind === 'group' && messageId <= chat.me.joined_after) refuse('replyNotFound', 'beforeJoining', slots)
  return messageId
}
