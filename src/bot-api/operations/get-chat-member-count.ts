// getChatMemberCount: people and bots of a group, subscribers of a channel.

import * as z from 'zod'
import { memberCount } from '../../messenger/chats/chat.ts'
import { sharedChatNamed } from '../../messenger/chats/find-chat.ts'
import { chatId } from '../../spec/params.ts'
import { operation } from './operation.ts'

export const getChatMemberCount = operation({
  name: 'getChatMemberCount',
  summary: 'How many members a group, or subscribers a channel, has.',
  params: z.object({ chat_id: chatId }),
  result: 'MemberCount',
  run: (tx, bot, { chat_id }) => memberCount(tx, sharedChatNamed(tx, bot, chat_id)),
})
