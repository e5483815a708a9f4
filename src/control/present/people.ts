// Builds the views of people and bots, which extend objects of the bot API.

import { presentMember } from '../../service/messenger/members/membership.ts'
import { presentMe, presentUser } from '../../service/messenger/users/present-user.ts'
import type { Read } from '../../service/messenger/world.ts'
import type { BotRow } from '../../service/store/tables/bots.ts'
import type { MemberRow } from '../../service/store/tables/members.ts'
import type { UserRow } from '../../service/store/tables/users.ts'
import type { BotView, MemberView, UserView } from '../contract/people.ts'

export function viewUser(user: UserRow): UserView {
  const { handle, devices, deleted } = user
  return { ...presentUser(user), handle, devices, deleted: deleted === 1 }
}

export function viewBot(read: Read, bot: BotRow): BotView {
  return {
    ...presentMe(bot),
    handle: bot.handle,
    token: bot.token,
    owner: read.store.users.getOrThrow(bot.owner).handle,
    verified: bot.verified === 1,
    accepted_terms: bot.accepted_terms === 1,
    suspended: bot.suspended === 1,
  }
}

export function viewMember(read: Read, member: MemberRow): MemberView {
  return { ...presentMember(read, member), handle: read.store.users.getOrThrow(member.user).handle }
}
