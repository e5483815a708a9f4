// The operations pinChatMessage and unpinChatMessage.

import * as z from 'zod'
import { requireNotComments, requireSharedBotChat } from '../../messenger/chats/find-chat.ts'
import { requireMayPin } from '../../messenger/members/bot-rights.ts'
import { pinMessage } from '../../messenger/messages/edit-message.ts'
import { chatId, messageId } from '../../rules/params.ts'
import { refuse } from '../../rules/refusals.ts'
import { operation } from './operation.ts'

export const pins = {
  pinChatMessage: operation({
    summary: 'Pins a message in a group or channel, in place of the message that was pinned before.',
    params: z.object({ chat_id: chatId, message_id: messageId }),
    result: 'Done',
    refusals: ['chatNotFound', 'commentsChat', 'noPinRight', 'pinNotFound'],
    run(tx, bot, { chat_id, message_id }) {
      const chat = requireSharedBotChat(tx, bot, chat_id)
      requireNotComments(chat)
      requireMayPin(bot, chat)
      const row = tx.store.messages.get(chat.chat, message_id)
      if (!row) refuse('pinNotFound', 'missing', { chat: chat.title, message_id })
      pinMessage(tx, chat, message_id)
      return true
    },
  }),
  unpinChatMessage: operation({
    summary: 'Unpins the pinned message of a group or channel; message_id is ignored.',
    params: z.object({ chat_id: chatId }),
    result: 'Done',
    refusals: ['chatNotFound', 'commentsChat', 'noPinRight'],
    ignores: ['message_id'],
    run(tx, bot, { chat_id }) {
      const chat = requireSharedBotChat(tx, bot, chat_id)
      requireNotComments(chat)
      requireMayPin(bot, chat)
      pinMessage(tx, chat, null)
      return true
    },
  }),
}
