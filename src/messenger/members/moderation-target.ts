// Checks the user of a mute or unban call, and calculates when a mute ends.

import { Problem } from '../../lib/problem.ts'
import { LIMITS } from '../../spec/limits.ts'
import { refuse } from '../../spec/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { MemberRow } from '../../store/tables/members.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { isPresent, memberOf } from '../chats/chat.ts'
import type { JoinedChat } from '../chats/find-chat.ts'
import { firstPendingId } from '../updates/update-queue.ts'
import { usersIn } from '../users/present-user.ts'
import type { Read } from '../world.ts'

export interface Target {
  user: UserRow
  member: MemberRow | undefined
}

/** Refuses a user whom the bot does not know yet (see `hasSeen`). */
export function requireSeenTarget(
  read: Read,
  bot: BotRow,
  chat: JoinedChat,
  user_id: number,
  searchFrom: number | undefined,
): Target {
  const user = read.store.users.byId(user_id)
  if (!user || !hasSeen(read, bot, user_id, searchFrom)) {
    return refuse('userNotFound', 'unseen', { bot: bot.first_name, user_id })
  }
  return { user, member: memberOf(read, chat, user_id) }
}

export function requireOrdinary(bot: BotRow, chat: JoinedChat, { user, member }: Target) {
  if (user.id === bot.id) refuse('selfTarget', 'self', { user_id: user.id, bot: bot.first_name })
  if (member?.status === 'creator') refuse('ownerTarget', 'owner', { person: user.first_name, chat: chat.title })
  if (member?.status === 'administrator') refuse('adminTarget', 'admin', { person: user.first_name, chat: chat.title })
}

export function requireInGroup(chat: JoinedChat, { user, member }: Target): MemberRow {
  if (isPresent(member)) return member
  return refuse('userNotFound', 'notInGroup', { person: user.first_name, chat: chat.title })
}

/**
 * Thrown if a search in a bot's pending updates takes too long. The handler of the call catches it, and continues the
 * search at update id `next` in a later turn of the event loop. The bot gets this error only if the emulator stops.
 */
export class UnfinishedSearch extends Problem {
  constructor(readonly next: number) {
    super(
      'stopped',
      'The emulator was stopped while it searched the pending updates of a bot.',
      'Start the emulator again, then repeat the call.',
    )
  }
}

/** True if the bot knows the user from a private chat, an earlier answer, or a delivered or pending update. */
export function hasSeen(read: Read, bot: BotRow, user: number, searchFrom: number | undefined): boolean {
  return user === bot.id || read.store.seenUsers.has(bot.id, user) || isInPendingUpdate(read, bot, user, searchFrom)
}

/** Searches pending updates for a user. Parses only those whose JSON text contains the user's id. */
function isInPendingUpdate(read: Read, bot: BotRow, user: number, searchFrom = 0): boolean {
  const first = firstPendingId(read, bot)
  if (first === undefined) return false
  const { bodies, next } = read.store.updates.search(bot.id, Math.max(first, searchFrom), `"id":${user},`)
  if (bodies.some((body) => usersIn(JSON.parse(body)).includes(user))) return true
  if (next === undefined) return false
  throw new UnfinishedSearch(next)
}

const NO_END = 0

export function muteEnd(read: Read, until_date = NO_END): number {
  const aheadMs = until_date * 1000 - read.clock.ms()
  const isInRange = aheadMs >= LIMITS.muteLeastSeconds * 1000 && aheadMs <= LIMITS.muteMostSeconds * 1000
  return isInRange ? until_date : NO_END
}
