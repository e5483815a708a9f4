// Checks the user of a mute or unban call, and calculates when a mute ends.

import { LIMITS } from '../../rules/limits.ts'
import { refuse } from '../../rules/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { MemberRow } from '../../store/tables/members.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { isPresent, memberOf } from '../chats/chat.ts'
import type { JoinedChat } from '../chats/find-chat.ts'
import { firstPendingId } from '../updates/update-queue.ts'
import { usersIn } from '../users/present-user.ts'
import type { Read } from '../world.ts'

export interface ModerationTarget {
  user: UserRow
  member: MemberRow | undefined
}

/** Refuses a user whom the bot does not know yet (see `hasSeen`). */
export function requireSeenTarget(read: Read, bot: BotRow, chat: JoinedChat, user_id: number): ModerationTarget {
  const user = read.store.users.byId(user_id)
  if (!user || !hasSeen(read, bot, user_id)) return refuse('userNotFound', 'unseen', { bot: bot.first_name, user_id })
  return { user, member: memberOf(read, chat, user_id) }
}

export function requireOrdinary(bot: BotRow, chat: JoinedChat, { user, member }: ModerationTarget) {
  if (user.id === bot.id) refuse('selfTarget', 'self', { user_id: user.id, bot: bot.first_name })
  if (member?.status === 'creator') refuse('ownerTarget', 'owner', { person: user.first_name, chat: chat.title })
  if (member?.status === 'administrator') refuse('adminTarget', 'admin', { person: user.first_name, chat: chat.title })
}

export function requireInGroup(chat: JoinedChat, { user, member }: ModerationTarget): MemberRow {
  if (isPresent(member)) return member
  return refuse('userNotFound', 'notInGroup', { person: user.first_name, chat: chat.title })
}

/** True if the bot knows the user from a private chat, an earlier answer, or a delivered or pending update. */
export function hasSeen(read: Read, bot: BotRow, user: number): boolean {
  return user === bot.id || read.store.seenUsers.has(bot.id, user) || isInPendingUpdate(read, bot, user)
}

/** Searches pending updates for a user. Parses only those whose JSON text contains the user's id. */
function isInPendingUpdate(read: Read, bot: BotRow, user: number): boolean {
  const first = firstPendingId(read, bot)
  const bodies = first === undefined ? [] : read.store.updates.bodiesWith(bot.id, first, `"id":${user},`)
  return bodies.some((body) => usersIn(JSON.parse(body)).includes(user))
}

const NO_END = 0

export function muteEnd(read: Read, until_date = NO_END): number {
  const aheadMs = until_date * 1000 - read.clock.ms()
  const isInRange = aheadMs >= LIMITS.muteLeastSeconds * 1000 && aheadMs <= LIMITS.muteMostSeconds * 1000
  return isInRange ? until_date : NO_END
}
