// The operations restrictChatMember and unbanChatMember.

import * as z from 'zod'
import { isMuted, isPresent } from '../../messenger/chats/chat.ts'
import { requireBotGroup } from '../../messenger/chats/find-chat.ts'
import { requireMayRestrict } from '../../messenger/members/bot-rights.ts'
import { changeMember } from '../../messenger/members/membership.ts'
import {
  muteEnd,
  requireInGroup,
  requireOrdinary,
  requireSeenTarget,
} from '../../messenger/members/moderation-target.ts'
import { boolean, chatId, integer, jsonText, optional, userId } from '../../rules/params.ts'
import { operation } from './operation.ts'

/** Null counts as left out. Another wrong can_send_messages is reported as an error of the whole `permissions`. */
const permissions = z
  .object({ can_send_messages: z.unknown().optional() })
  .check(({ value: { can_send_messages: input }, issues }) => {
    if (input !== undefined && input !== null && typeof input !== 'boolean')
      issues.push({ code: 'invalid_type', expected: 'boolean', input })
  })

const CHECKED = [
  'chatNotFound',
  'commentsChat',
  'channelChat',
  'noRestrictRight',
  'userNotFound',
  'selfTarget',
  'ownerTarget',
  'adminTarget',
] as const

export const moderation = {
  restrictChatMember: operation({
    summary: 'Mutes a member of a group, or ends the mute; use_independent_chat_permissions is ignored.',
    params: z.object({
      chat_id: chatId,
      user_id: userId,
      permissions: jsonText(permissions),
      until_date: optional(integer()),
    }),
    result: 'Done',
    refusals: CHECKED,
    ignores: ['use_independent_chat_permissions'],
    run(tx, bot, { chat_id, user_id, permissions, until_date }) {
      const chat = requireBotGroup(tx, bot, chat_id)
      requireMayRestrict(bot, chat)
      const target = requireSeenTarget(tx, bot, chat, user_id)
      requireOrdinary(bot, chat, target)
      const member = requireInGroup(chat, target)
      const muted_until = permissions.can_send_messages ? null : muteEnd(tx, until_date)
      const before = isMuted(tx, member) ? member.muted_until : null
      if (before !== muted_until) changeMember(tx, chat, target.user, bot, { muted_until })
      return true
    },
  }),
  unbanChatMember: operation({
    summary: 'Lifts a ban. Without only_if_banned, it also removes a current member from the chat.',
    params: z.object({ chat_id: chatId, user_id: userId, only_if_banned: boolean() }),
    result: 'Done',
    refusals: CHECKED,
    run(tx, bot, { chat_id, user_id, only_if_banned }) {
      const chat = requireBotGroup(tx, bot, chat_id)
      requireMayRestrict(bot, chat)
      const target = requireSeenTarget(tx, bot, chat, user_id)
      if (!only_if_banned) requireOrdinary(bot, chat, target)
      const acts = target.member?.status === 'kicked' || (!only_if_banned && isPresent(target.member))
      if (acts) changeMember(tx, chat, target.user, bot, { status: 'left' })
      return true
    },
  }),
}
