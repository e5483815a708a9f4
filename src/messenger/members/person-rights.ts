// Throws problems if a person lacks the right to an action in a chat.

import { Problem } from '../../lib/problem.ts'
import { type AdminRight, hasPermission, type Permission } from '../../spec/rights.ts'
import type { MemberRow } from '../../store/tables/members.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { isAdmin, isMuted, isPresent, mayAsAdmin, memberOf, type SharedChat } from '../chats/chat.ts'
import type { Read } from '../world.ts'

/** The hint of errors about banned users, who cannot join a chat even if they are invited. */
const UNBAN_FIRST = 'Unban them first, as the owner or an administrator with the right.'

export function requireMember(read: Read, person: UserRow, chat: SharedChat): MemberRow {
  const member = memberOf(read, chat, person.id)
  if (isPresent(member)) return member
  const hint = member?.status === 'kicked' ? UNBAN_FIRST : 'They can join first.'
  throw new Problem('not-a-member', `${person.first_name} is not in ${chat.title}.`, hint)
}

export function requireAdminRight(read: Read, person: UserRow, chat: SharedChat, right: AdminRight, doing: string) {
  const member = requireMember(read, person, chat)
  if (mayAsAdmin(member, right)) return
  const lack = isAdmin(member) ? `lacks ${right} in ${chat.title}` : `is not an administrator of ${chat.title}`
  throw new Problem(
    'no-right',
    `${person.first_name} ${lack}, and so cannot ${doing}.`,
    'Let the owner or an administrator with the right do it, or promote them.',
  )
}

/**
 * Throws unless the person has the right as the owner or an administrator, or is an unmuted member of a group that
 * grants the right to all members.
 */
export function requireRightOrPermission(
  read: Read,
  person: UserRow,
  chat: SharedChat,
  right: AdminRight & Permission,
  doing: string,
) {
  const member = requireMember(read, person, chat)
  if (mayAsAdmin(member, right)) return
  const isOrdinaryMember = chat.kind === 'group' && !isAdmin(member) && !isMuted(read, member)
  if (isOrdinaryMember && hasPermission(chat.permissions, right)) return
  throw new Problem(
    'no-right',
    `${person.first_name} lacks ${right} in ${chat.title}, and so cannot ${doing}.`,
    'Let an administrator with the right do it.',
  )
}

export function requirePersonMaySend(read: Read, person: UserRow, chat: SharedChat, content: 'text' | 'media') {
  const member = requireMember(read, person, chat)
  if (chat.kind === 'channel') {
    if (mayAsAdmin(member, 'can_post_messages')) return
    throw new Problem(
      'no-right',
      `${person.first_name} cannot post in the channel ${chat.title}.`,
      'Only the owner and administrators with can_post_messages post there.',
    )
  }
  if (isAdmin(member)) return
  if (isMuted(read, member)) {
    const until = member.muted_until ? ` until ${new Date(member.muted_until * 1000).toISOString()}` : ''
    throw new Problem(
      'muted',
      `${person.first_name} is muted in ${chat.title}${until}.`,
      'Unmute them, or advance the clock beyond the end of the mute.',
    )
  }
  const permission = content === 'text' ? 'can_send_messages' : 'can_send_media_messages'
  if (chat.kind === 'group' && !hasPermission(chat.permissions, permission)) {
    throw new Problem(
      'no-permission',
      `Members of ${chat.title} lack ${permission}.`,
      'Change it with updateChat, or promote them.',
    )
  }
}

/** Throws if the person tries to act on the owner of the chat, or on an administrator without being the owner. */
export function requireAuthorityOver(read: Read, person: UserRow, chat: SharedChat, target: UserRow, doing: string) {
  const member = memberOf(read, chat, target.id)
  const isOwner = memberOf(read, chat, person.id)?.status === 'creator'
  if (member?.status === 'creator') {
    throw new Problem(
      'owner-target',
      `${target.first_name} owns ${chat.title}: you cannot ${doing} the owner.`,
      'Choose another member.',
    )
  }
  if (member?.status === 'administrator' && !isOwner) {
    throw new Problem(
      'admin-target',
      `${target.first_name} is an administrator of ${chat.title}: only the owner can ${doing} them.`,
      'Do it as the owner.',
    )
  }
}

export function requireNotBanned(chat: SharedChat, target: UserRow, member: MemberRow | undefined) {
  if (member?.status !== 'kicked') return
  throw new Problem('banned', `${target.first_name} is banned from ${chat.title}.`, UNBAN_FIRST)
}

export function requireNotAdmin(read: Read, chat: SharedChat, target: UserRow) {
  if (memberOf(read, chat, target.id)?.status !== 'administrator') return
  throw new Problem(
    'admin-target',
    `${target.first_name} is an administrator of ${chat.title}, and administrators cannot be muted.`,
    'Demote them first.',
  )
}

export function requireChannel(chat: SharedChat): SharedChat {
  if (chat.kind === 'channel') return chat
  throw new Problem(
    'not-a-channel',
    `${chat.title} is not a channel.`,
    'Only channels have comments and can be official.',
  )
}

export function requireOwnMembers(chat: SharedChat): SharedChat {
  if (chat.kind !== 'comments') return chat
  throw new Problem('comments-chat', `${chat.title} takes its members from its channel.`, 'Change them in the channel.')
}

export function requireGroup(chat: SharedChat): SharedChat {
  if (chat.kind === 'group') return chat
  throw new Problem('not-a-group', `${chat.title} is not a group.`, 'Only members of groups can be muted.')
}
