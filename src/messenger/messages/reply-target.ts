// The message that a send answers.

import { refuse } from '../../spec/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { BotChat } from '../chats/find-chat.ts'
import type { Read } from '../world.ts'

export function replyTarget(read: Read, bot: BotRow, chat: BotChat, messageId: number | undefined): number | null {
  if (messageId === undefined || chat.kind === 'channel') return null
  const slots = {
    chat: chat.kind === 'private' ? 'the private chat' : chat.title,
    message_id: messageId,
    bot: bot.first_name,
  }
  if (messageId < 1 || messageId > chat.last_message_id) refuse('replyNotFound', 'missing', slots)
  if (!read.store.messages.get(chat.chat, messageId)) refuse('replyNotFound', 'deleted', slots)
  if (chat.kind === 'group' && messageId <= chat.me.joined_after) refuse('replyNotFound', 'beforeJoining', slots)
  return messageId
}
