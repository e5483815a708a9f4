// getChat: what the bot may know of a chat.

import * as z from 'zod'
import { chatNamed } from '../../messenger/chats/find-chat.ts'
import { presentFullChat } from '../../messenger/chats/present-chat.ts'
import { chatId } from '../../spec/params.ts'
import { operation } from './operation.ts'

export const getChat = operation({
  name: 'getChat',
  summary: 'What the bot may know of a chat.',
  params: z.object({ chat_id: chatId }),
  result: 'FullChat',
  run: (tx, bot, { chat_id }) => presentFullChat(tx, chatNamed(tx, bot, chat_id)),
})
