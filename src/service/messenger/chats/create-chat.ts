// Creates groups, channels, and the chats for comments on the posts of channels.

import { Problem } from '../../../lib/problem.ts'
import { DEFAULT_PERMISSIONS, type Flags, type Permission, packPermissions } from '../../rules/rights.ts'
import type { ChatRow } from '../../store/tables/chats.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { addFirstMember } from '../members/membership.ts'
import { newChatId, newHandle, requireFreeUsername } from '../users/new-names.ts'
import type { Read, Tx } from '../world.ts'

interface NewChat {
  handle?: string | undefined
  id?: number | undefined
  type: ChatRow['type']
  title: string
  username?: string | undefined
  description?: string | undefined
  permissions?: Partial<Flags<Permission>> | undefined
  official?: boolean
  channel?: number
}

export interface NewGroup extends NewChat {
  type: 'group' | 'supergroup'
  owner: UserRow
  members: UserRow[]
}

export function createGroup(tx: Tx, fields: NewGroup): ChatRow {
  const chat = insertChat(tx, { ...fields, permissions: { ...DEFAULT_PERMISSIONS, ...fields.permissions } })
  addFirstMember(tx, chat, fields.owner, { status: 'creator' })
  for (const member of membersWithout(fields.members, fields.owner)) {
    requireMayJoinGroups(tx, member)
    addFirstMember(tx, chat, member, { status: 'member' })
  }
  return tx.store.chats.getOrThrow(chat)
}

export interface NewChannel extends Omit<NewChat, 'type'> {
  owner: UserRow
  subscribers: UserRow[]
  comments: boolean
}

export function createChannel(tx: Tx, fields: NewChannel): ChatRow {
  const chat = insertChat(tx, { ...fields, type: 'channel' })
  addFirstMember(tx, chat, fields.owner, { status: 'creator' })
  for (const person of membersWithout(fields.subscribers, fields.owner)) {
    requireMaySubscribe(person)
    addFirstMember(tx, chat, person, { status: 'member' })
  }
  const channel = tx.store.chats.getOrThrow(chat)
  if (fields.comments) openComments(tx, channel)
  return channel
}

export function openComments(tx: Tx, channel: ChatRow): ChatRow {
  const open = tx.store.chats.commentsOf(channel.chat)
  if (open) return open
  const handle = newHandle(tx, undefined, `${channel.handle}-comments`)
  return tx.store.chats.getOrThrow(insertChat(tx, { handle, type: 'supergroup', title: '', channel: channel.chat }))
}

function insertChat(tx: Tx, fields: NewChat): number {
  requireFreeUsername(tx, fields.username)
  const chat = newChatId(tx, fields.id, fields.type)
  tx.store.chats.insert({
    chat,
    handle: newHandle(tx, fields.handle, fields.username ?? fields.title),
    type: fields.type,
    title: fields.title,
    username: fields.username ?? null,
    description: fields.description || null,
    permissions: packPermissions(fields.permissions ?? {}),
    official: fields.official ? 1 : 0,
    channel: fields.channel ?? null,
  })
  tx.emit({ type: 'chat', chat })
  return chat
}

const membersWithout = (people: UserRow[], owner: UserRow) =>
  [...new Map(people.map((one) => [one.id, one])).values()].filter((one) => one.id !== owner.id)

export function requireMayJoinGroups(read: Read, user: UserRow) {
  if (!user.is_bot || read.store.bots.getOrThrow(user.id).can_join_groups) return
  const hint = 'Set can_join_groups to true with updateBot.'
  throw new Problem('bot-joins-no-groups', `The bot ${user.handle} cannot join groups.`, hint)
}

export function requireMaySubscribe(user: UserRow) {
  if (!user.is_bot) return
  const hint = 'Make the bot an administrator with promote.'
  throw new Problem('bot-cannot-subscribe', `${user.handle} is a bot, and bots do not subscribe to channels.`, hint)
}
