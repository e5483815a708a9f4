// unbanChatMember: lifts a ban, or removes a member who may come back.

import * as z from 'zod'
import { isPresent } from '../../messenger/chats/chat.ts'
import { groupNamed } from '../../messenger/chats/find-chat.ts'
import { requireMayRestrict } from '../../messenger/members/bot-rights.ts'
import { changeMember } from '../../messenger/members/membership.ts'
import { requireOrdinary, seenTarget } from '../../messenger/members/moderation-target.ts'
import { boolean, chatId, userId } from '../../spec/params.ts'
import { operation } from './operation.ts'

export const unbanChatMember = operation({
  name: 'unbanChatMember',
  summary: 'Lifts a ban; without only_if_banned it removes a current member.',
  params: z.object({ chat_id: chatId, user_id: userId, only_if_banned: boolean() }),
  result: 'Done',
  run(tx, bot, { chat_id, user_id, only_if_banned }, searchFrom: number | undefined) {
    const chat = groupNamed(tx, bot, chat_id)
    requireMayRestrict(bot, chat)
    const target = seenTarget(tx, bot, chat, user_id, searchFrom)
    if (!only_if_banned) requireOrdinary(bot, chat, target)
    const acts = target.member?.status === 'kicked' || (!only_if_banned && isPresent(target.member))
    if (acts) changeMember(tx, chat, target.user, bot, { status: 'left' })
    return true
  },
})
