// getChatMember: the standing of one person or bot; in a channel only of those who run it.

import * as z from 'zod'
import { chatId, userId } from '../spec/params.ts'
import { refuse } from '../spec/refusals.ts'
import { isAdmin } from '../world/chat.ts'
import { sharedChatNamed } from '../world/find-chat.ts'
import { stranger } from '../world/membership.ts'
import { presentMember } from '../world/present/member.ts'
import { seenTarget } from '../world/target.ts'
import { operation } from './operation.ts'

export const getChatMember = operation({
  name: 'getChatMember',
  summary: 'The standing of a person or bot in a group or channel.',
  params: z.object({ chat_id: chatId, user_id: userId }),
  run(world, bot, { chat_id, user_id }) {
    const chat = sharedChatNamed(world, bot, chat_id)
    const { user, member } = seenTarget(world, bot, chat, user_id)
    const slots = { person: user.first_name, chat: chat.title }
    if (chat.kind !== 'group' && !isAdmin(member)) return refuse('userNotFound', 'subscriber', slots)
    return presentMember(world, bot, member ?? stranger(chat.chat, user))
  },
})
