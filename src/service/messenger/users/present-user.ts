// Converts users for the bot API, and marks users as seen by bots.

import type { BotUser, User } from '../../rules/shapes.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UserRow } from '../../store/tables/users.ts'
import type { Read, Tx } from '../world.ts'

/** The bot that reads the result; null if a person or a developer tool reads it. */
export type Reader = BotRow | null

export function presentUser(user: UserRow): User {
  return {
    id: user.id,
    is_bot: user.is_bot === 1,
    first_name: user.first_name,
    ...(user.last_name !== null && { last_name: user.last_name }),
    ...(user.username !== null && { username: user.username }),
    ...(user.language_code !== null && { language_code: user.language_code }),
  }
}

export const presentUserId = (read: Read, id: number): User => presentUser(read.store.users.getOrThrow(id))

export function presentMe(bot: BotRow): BotUser {
  return {
    ...presentUser(bot),
    can_join_groups: bot.can_join_groups === 1,
    can_read_all_group_messages: bot.can_read_all_group_messages === 1,
    supports_inline_queries: false,
  }
}

export function markSeen({ store: { seenUsers } }: Tx, bot: { id: number }, answer: unknown) {
  for (const id of usersIn(answer)) if (id !== bot.id && !seenUsers.has(bot.id, id)) seenUsers.add(bot.id, id)
}

/** Returns the ids of the users in a value: objects with the fields `id` and `is_bot`. */
export function usersIn(value: unknown, ids: number[] = []): number[] {
  if (typeof value !== 'object' || value === null) return ids
  if ('is_bot' in value && 'id' in value) ids.push(value.id as number)
  else for (const inner of Object.values(value)) usersIn(inner, ids)
  return ids
}
