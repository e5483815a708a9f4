// A chat member on the wire.

import { unpackRights } from '../../spec/rights.ts'
import type { ChatMember } from '../../spec/shapes.ts'
import type { MemberRow } from '../../store/tables/members.ts'
import { isMuted } from '../chats/chat.ts'
import { presentUser } from '../users/present-user.ts'
import type { Read } from '../world.ts'

export function presentMember(read: Read, member: MemberRow): ChatMember {
  const row = read.store.users.known(member.user)
  const user = presentUser(row)
  if (isMuted(read, member)) {
    return { user, status: 'restricted', is_member: true, can_send_messages: false, until_date: member.muted_until }
  }
  if (member.status !== 'administrator') return { user, status: member.status }
  const bot = row.is_bot ? read.store.bots.byId(row.id) : undefined
  return {
    user,
    status: 'administrator',
    ...unpackRights(member.rights),
    ...(bot && { can_read_all_group_messages: bot.can_read_all_group_messages === 1 }),
    ...(member.custom_title !== null && { custom_title: member.custom_title }),
  }
}
