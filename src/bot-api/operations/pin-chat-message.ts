// pinChatMessage: makes a message the pinned one of its chat.

import * as z from 'zod'
import { requireNotComments, sharedChatNamed } from '../../messenger/chats/find-chat.ts'
import { requireMayPin } from '../../messenger/members/bot-rights.ts'
import { pinMessage } from '../../messenger/messages/pin.ts'
import { chatId, messageId } from '../../spec/params.ts'
import { refuse } from '../../spec/refusals.ts'
import { operation } from './operation.ts'

export const pinChatMessage = operation({
  name: 'pinChatMessage',
  summary: 'Pins a message in a group or channel, in place of the one pinned before.',
  params: z.object({ chat_id: chatId, message_id: messageId }),
  result: 'Done',
  run(tx, bot, { chat_id, message_id }) {
    const chat = sharedChatNamed(tx, bot, chat_id)
    requireNotComments(chat)
    requireMayPin(bot, chat)
    const row = tx.store.messages.get(chat.chat, message_id)
    if (!row) refuse('pinNotFound', 'missing', { chat: chat.title, message_id })
    pinMessage(tx, chat, message_id)
    return true
  },
})
