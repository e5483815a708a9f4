// getChatAdministrators: the owner, then the administrators in the order of their promotion.

import * as z from 'zod'
import { sharedChatNamed } from '../../messenger/chats/find-chat.ts'
import { presentMember } from '../../messenger/members/present-member.ts'
import { chatId } from '../../spec/params.ts'
import { operation } from './operation.ts'

export const getChatAdministrators = operation({
  name: 'getChatAdministrators',
  summary: 'The owner and the administrators of a group or channel.',
  params: z.object({ chat_id: chatId }),
  result: 'ChatMember[]',
  run(tx, bot, { chat_id }) {
    const chat = sharedChatNamed(tx, bot, chat_id)
    return tx.store.members.admins(chat.channel ?? chat.chat).map((member) => presentMember(tx, member))
  },
})
