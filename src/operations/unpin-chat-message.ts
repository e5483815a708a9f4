// unpinChatMessage: removes whatever is pinned.

import * as z from 'zod'
import { chatId } from '../spec/params.ts'
import { requireNotComments, sharedChatNamed } from '../world/find-chat.ts'
import { pinMessage } from '../world/pin.ts'
import { requireMayPin } from '../world/rights.ts'
import { operation } from './operation.ts'

export const unpinChatMessage = operation({
  name: 'unpinChatMessage',
  summary: 'Removes the pinned message of a group or channel; message_id is ignored.',
  params: z.object({ chat_id: chatId }),
  run(world, bot, { chat_id }) {
    const chat = sharedChatNamed(world, bot, chat_id)
    requireNotComments(chat)
    requireMayPin(bot, chat)
    pinMessage(world, chat, null)
    return true
  },
})
