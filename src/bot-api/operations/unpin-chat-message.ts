// unpinChatMessage: removes whatever is pinned.

import * as z from 'zod'
import { requireNotComments, sharedChatNamed } from '../../messenger/chats/find-chat.ts'
import { requireMayPin } from '../../messenger/members/bot-rights.ts'
import { pinMessage } from '../../messenger/messages/pin.ts'
import { chatId } from '../../spec/params.ts'
import { operation } from './operation.ts'

export const unpinChatMessage = operation({
  name: 'unpinChatMessage',
  summary: 'Removes the pinned message of a group or channel; message_id is ignored.',
  params: z.object({ chat_id: chatId }),
  result: 'Done',
  ignores: ['message_id'],
  run(tx, bot, { chat_id }) {
    const chat = sharedChatNamed(tx, bot, chat_id)
    requireNotComments(chat)
    requireMayPin(bot, chat)
    pinMessage(tx, chat, null)
    return true
  },
})
