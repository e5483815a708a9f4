// A user on the wire.

import type { BotUser, User } from '../../spec/shapes.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UserRow } from '../../store/tables/users.ts'
import type { Read } from '../world.ts'

/** The bot that will read what is presented; null for people and tools. */
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

export const presentUserId = (read: Read, id: number): User => presentUser(read.store.users.known(id))

/** What getMe tells a bot of itself. */
export function presentMe(bot: BotRow): BotUser {
  return {
    ...presentUser(bot),
    can_join_groups: bot.can_join_groups === 1,
    can_read_all_group_messages: bot.can_read_all_group_messages === 1,
    supports_inline_queries: false,
  }
}
