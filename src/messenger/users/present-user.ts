// A user on the wire. Whoever is shown to a bot, the bot has seen from then on.

import type { BotUser, User } from '../../spec/shapes.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { UserRow } from '../../store/tables/users.ts'
import type { World } from '../world.ts'

/** The bot that will read what is presented; null for people and tools. */
export type Reader = BotRow | null

export function presentUser(world: World, reader: Reader, user: UserRow): User {
  if (reader && reader.id !== user.id) world.store.seen.add(reader.id, user.id)
  return {
    id: user.id,
    is_bot: user.is_bot === 1,
    first_name: user.first_name,
    ...(user.last_name !== null && { last_name: user.last_name }),
    ...(user.username !== null && { username: user.username }),
    ...(user.language_code !== null && { language_code: user.language_code }),
  }
}

export function presentUserId(world: World, reader: Reader, id: number): User {
  return presentUser(world, reader, world.store.users.byId(id)!)
}

/** What getMe tells a bot of itself. */
export function presentMe(world: World, bot: BotRow): BotUser {
  return {
    ...presentUser(world, bot, bot),
    can_join_groups: bot.can_join_groups === 1,
    can_read_all_group_messages: bot.can_read_all_group_messages === 1,
    supports_inline_queries: false,
  }
}
