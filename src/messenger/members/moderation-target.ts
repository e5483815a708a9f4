// The person that a bot's moderation is aimed at.

import { refuse } from '../../spec/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { MemberRow } from '../../store/tables/members.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { isPresent, memberOf } from '../chats/chat.ts'
import type { Joined } from '../chats/find-chat.ts'
import { hasSeen } from '../users/has-seen.ts'
import type { Read } from '../world.ts'

export interface Target {
  user: UserRow
  member: MemberRow | undefined
}

/** Somebody whose id the bot has met. */
export function seenTarget(
  read: Read,
  bot: BotRow,
  chat: Joined,
  user_id: number,
  searchFrom: number | undefined,
): Target {
  const user = read.store.users.byId(user_id)
  if (!user || !hasSeen(read, bot, user_id, searchFrom)) {
    return refuse('userNotFound', 'unseen', { bot: bot.first_name, user_id })
  }
  return { user, member: memberOf(read, chat, user_id) }
}

export function requireOrdinary(bot: BotRow, chat: Joined, { user, member }: Target) {
  if (user.id === bot.id) refuse('selfTarget', 'self', { user_id: user.id, bot: bot.first_name })
  if (member?.status === 'creator') refuse('ownerTarget', 'owner', { person: user.first_name, chat: chat.title })
  if (member?.status === 'administrator') refuse('adminTarget', 'admin', { person: user.first_name, chat: chat.title })
}

export function requireInGroup(chat: Joined, { user, member }: Target): MemberRow {
  if (isPresent(member)) return member
  return refuse('userNotFound', 'notInGroup', { person: user.first_name, chat: chat.title })
}
