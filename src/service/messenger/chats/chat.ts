// The types of chats (private chat, group, channel, comments chat) and functions to read them.

import { type AdminRight, hasRight } from '../../rules/rights.ts'
import type { ChatRow, PrivateChatWithPerson } from '../../store/tables/chats.ts'
import type { MemberRow } from '../../store/tables/members.ts'
import type { Read } from '../world.ts'

export interface PrivateChat extends PrivateChatWithPerson {
  kind: 'private'
}

export type SharedChat =
  | (ChatRow & { kind: 'group' | 'channel' })
  /** A chat for comments on the posts of `channel`. */
  | (ChatRow & { kind: 'comments'; channel: number })

export type Chat = PrivateChat | SharedChat

export function sharedChat(row: ChatRow): SharedChat {
  const { channel } = row
  if (channel !== null) return { ...row, kind: 'comments', channel }
  return { ...row, kind: row.type === 'channel' ? 'channel' : 'group' }
}

export function privateChat(read: Read, bot: number, person: number): PrivateChat | undefined {
  const row = read.store.privateChats.between(bot, person)
  return row && { ...row, kind: 'private' }
}

/** Returns the member row of a user. A comments chat has the members of its channel. */
export function memberOf(read: Read, chat: SharedChat, user: number): MemberRow | undefined {
  return read.store.members.get(chat.channel ?? chat.chat, user)
}

type MemberWith<Status extends MemberRow['status']> = MemberRow & { status: Status }

export function isPresent(member: MemberRow | undefined): member is MemberWith<'creator' | 'administrator' | 'member'> {
  return member !== undefined && member.status !== 'left' && member.status !== 'kicked'
}

export function isAdmin(member: MemberRow | undefined): member is MemberWith<'creator' | 'administrator'> {
  return member?.status === 'creator' || member?.status === 'administrator'
}

export function mayAsAdmin(member: MemberRow | undefined, right: AdminRight): boolean {
  return member?.status === 'creator' || (member?.status === 'administrator' && hasRight(member.rights, right))
}

export function isMuted(read: Read, member: MemberRow): member is MemberRow & { muted_until: number } {
  if (member.status !== 'member' || member.muted_until === null) return false
  return member.muted_until === 0 || read.clock.seconds() < member.muted_until
}

export const chatName = (chat: Chat) => (chat.kind === 'private' ? chat.first_name : chat.title)

/** Returns the number of members. Bots count only in groups. A comments chat has the members of its channel. */
export function memberCount(read: Read, chat: SharedChat): number {
  if (chat.kind === 'comments') return read.store.chats.getOrThrow(chat.channel).people
  return chat.kind === 'channel' ? chat.people : chat.people + chat.bots
}
