// Throws a Problem if a person lacks the right to an action.

import { Problem } from '../../../lib/problem.ts'
import { type AdminRight, hasPermission, type Permission } from '../../rules/rights.ts'
import type { MemberRow } from '../../store/tables/members.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { isAdmin, isMuted, isPresent, mayAsAdmin, memberOf, type SharedChat } from '../chats/chat.ts'
import type { Read } from '../world.ts'

const UNBAN_FIRST = 'Unban the person first, as the owner or as an administrator with can_restrict_members.'

export function requireMember(read: Read, person: UserRow, chat: SharedChat): MemberRow {
  const member = memberOf(read, chat, person.id)
  if (isPresent(member)) return member
  const hint = member?.status === 'kicked' ? UNBAN_FIRST : 'Let the person join the chat first.'
  throw new Problem('not-a-member', `${person.first_name} is not in ${chat.title}.`, hint)
}

export function requireAdminRight(read: Read, person: UserRow, chat: SharedChat, right: AdminRight, doing: string) {
  const member = requireMember(read, person, chat)
  if (mayAsAdmin(member, right)) return
  const lack = isAdmin(member) ? `lacks ${right} in ${chat.title}` : `is not an administrator of ${chat.title}`
  const hint = `Perform the action as the owner or as an administrator with ${right}, or promote the person.`
  throw new Problem('no-right', `${person.first_name} ${lack}, and so cannot ${doing}.`, hint)
}

/**
 * Throws unless the person has the right: as the owner, as an administrator, or as an unmuted member of a group that
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
  const hint = `Perform the action as the owner or as an administrator with ${right}.`
  throw new Problem('no-right', `${person.first_name} lacks ${right} in ${chat.title}, and so cannot ${doing}.`, hint)
}

export function requirePersonMaySend(read: Read, person: UserRow, chat: SharedChat, content: 'text' | 'media') {
  const member = requireMember(read, person, chat)
  if (chat.kind === 'channel') {
    if (mayAsAdmin(member, 'can_post_messages')) return
    const hint = 'Post as the owner of the channel or as an administrator with can_post_messages.'
    throw new Problem('no-right', `${person.first_name} cannot post in the channel ${chat.title}.`, hint)
  }
  if (isAdmin(member)) return
  if (isMuted(read, member)) {
    const until = member.muted_until ? ` until ${new Date(member.muted_until * 1000).toISOString()}` : ''
    const hint = 'Unmute the person, or advance the clock beyond the end of the mute.'
    throw new Problem('muted', `${person.first_name} is muted in ${chat.title}${until}.`, hint)
  }
  const permission = content === 'text' ? 'can_send_messages' : 'can_send_media_messages'
  if (chat.kind === 'group' && !hasPermission(chat.permissions, permission)) {
    const hint = 'Change the permissions with updateChat, or promote the person.'
    throw new Problem('no-permission', `Members of ${chat.title} do not have the permission ${permission}.`, hint)
  }
}

/** Throws if the target is the owner, or is an administrator and the person is not the owner. */
export function requireAuthorityOver(read: Read, person: UserRow, chat: SharedChat, target: UserRow, doing: string) {
  const member = memberOf(read, chat, target.id)
  const isOwner = memberOf(read, chat, person.id)?.status === 'creator'
  if (member?.status === 'creator') {
    const hint = 'Choose another member.'
    throw new Problem('owner-target', `${target.first_name} owns ${chat.title}: you cannot ${doing} the owner.`, hint)
  }
  if (member?.status === 'administrator' && !isOwner) {
    const message = `${target.first_name} is an administrator of ${chat.title}: only the owner can ${doing} them.`
    const hint = 'Perform the action as the owner.'
    throw new Problem('admin-target', message, hint)
  }
}

export function requireNotBanned(chat: SharedChat, target: UserRow, member: MemberRow | undefined) {
  if (member?.status !== 'kicked') return
  throw new Problem('banned', `${target.first_name} is banned from ${chat.title}.`, UNBAN_FIRST)
}

export function requireNotAdmin(read: Read, chat: SharedChat, target: UserRow) {
  if (memberOf(read, chat, target.id)?.status !== 'administrator') return
  const message = `${target.first_name} is an administrator of ${chat.title}, and administrators cannot be muted.`
  const hint = 'Demote the administrator first.'
  throw new Problem('admin-target', message, hint)
}

export function requireChannel(chat: SharedChat): SharedChat {
  if (chat.kind === 'channel') return chat
  const hint = 'Choose a channel: only channels have comments and can be official.'
  throw new Problem('not-a-channel', `${chat.title} is not a channel.`, hint)
}

export function requireOwnMembers(chat: SharedChat): SharedChat {
  if (chat.kind !== 'comments') return chat
  throw new Problem(
    'comments-chat',
    `${chat.title} is the comments chat of a channel and has the same members.`,
    'Change the members of the channel instead.',
  )
}

export function requireGroup(chat: SharedChat): SharedChat {
  if (chat.kind === 'group') return chat
  throw new Problem(
    'not-a-group',
    `${chat.title} is not a group.`,
    'Choose a group: only members of groups can be muted.',
  )
}
