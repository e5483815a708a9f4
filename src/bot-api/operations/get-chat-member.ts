// getChatMember: the standing of one person or bot; in a channel only of those who run it.

import * as z from 'zod'
import { isAdmin } from '../../messenger/chats/chat.ts'
import { sharedChatNamed } from '../../messenger/chats/find-chat.ts'
import { nonMember } from '../../messenger/members/membership.ts'
import { seenTarget } from '../../messenger/members/moderation-target.ts'
import { presentMember } from '../../messenger/members/present-member.ts'
import { chatId, userId } from '../../spec/params.ts'
import { refuse } from '../../spec/refusals.ts'
import { operation } from './operation.ts'

export const getChatMember = operation({
  name: 'getChatMember',
  summary: 'The standing of a person or bot in a group or channel.',
  params: z.object({ chat_id: chatId, user_id: userId }),
  result: 'ChatMember',
  run(tx, bot, { chat_id, user_id }, searchFrom: number | undefined) {
    const chat = sharedChatNamed(tx, bot, chat_id)
    const { user, member } = seenTarget(tx, bot, chat, user_id, searchFrom)
    const slots = { person: user.first_name, chat: chat.title }
    if (chat.kind !== 'group' && !isAdmin(member)) return refuse('userNotFound', 'subscriber', slots)
    return presentMember(tx, member ?? nonMember(chat.chat, user))
  },
})
