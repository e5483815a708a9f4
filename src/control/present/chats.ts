// Builds the views of people, bots, messages and chats.

import {
  type Chat,
  isPresent,
  memberCount,
  memberOf,
  type PrivateChat,
  privateChat,
  type SharedChat,
  sharedChat,
} from '../../service/messenger/chats/chat.ts'
import { presentFullChat } from '../../service/messenger/chats/present-chat.ts'
import { presentMember } from '../../service/messenger/members/membership.ts'
import { presentMessage } from '../../service/messenger/messages/present-message.ts'
import { presentMe, presentUser } from '../../service/messenger/users/present-user.ts'
import type { Read } from '../../service/messenger/world.ts'
import { unpackPermissions } from '../../service/rules/rights.ts'
import type { BotRow } from '../../service/store/tables/bots.ts'
import type { MemberRow } from '../../service/store/tables/members.ts'
import type { MessageRow } from '../../service/store/tables/messages.ts'
import type { UserRow } from '../../service/store/tables/users.ts'
import type { ChatView, PersonChatView, PrivateChatView, SharedChatView } from '../contract/chats.ts'
import type { MessageView } from '../contract/messages.ts'
import type { BotView, MemberView, UserView } from '../contract/people.ts'

export function viewMessage(read: Read, chat: Chat, row: MessageRow): MessageView {
  const { id, handle, first_name, is_bot } = read.store.users.getOrThrow(row.author)
  return { ...presentMessage(read, null, chat, row), author: { id, handle, first_name, is_bot: is_bot === 1 } }
}

export const viewChat = (read: Read, chat: Chat): ChatView =>
  chat.kind === 'private' ? viewPrivateChat(read, chat) : viewSharedChat(read, chat)

export function viewSharedChat(read: Read, chat: SharedChat): SharedChatView {
  const comments = chat.kind === 'channel' ? read.store.chats.commentsOf(chat.chat) : undefined
  return {
    ...presentFullChat(read, chat),
    title: chat.title,
    handle: chat.handle,
    kind: chat.kind,
    permissions: chat.kind === 'group' ? unpackPermissions(chat.permissions) : null,
    member_count: memberCount(read, chat),
    pinned_message_id: chat.pinned_message_id,
    ...(chat.kind === 'channel' && { official: chat.official === 1 }),
    ...(comments && { linked_chat_id: comments.chat, linked_chat_handle: comments.handle }),
  }
}

export function viewPrivateChat(read: Read, chat: PrivateChat): PrivateChatView {
  const bot = read.store.users.getOrThrow(chat.bot)
  return {
    id: chat.person,
    type: 'private',
    kind: chat.kind,
    handle: bot.handle,
    title: bot.first_name,
    bot: { id: bot.id, handle: bot.handle, first_name: bot.first_name },
    person: { id: chat.person, handle: read.store.users.getOrThrow(chat.person).handle, first_name: chat.first_name },
    permissions: null,
    member_count: 2,
    pinned_message_id: chat.pinned_message_id,
    started: chat.started === 1,
    blocked: chat.blocked === 1,
    reply_keyboard: chat.reply_keyboard === null ? null : JSON.parse(chat.reply_keyboard),
  }
}

export function viewChatsOfPerson(read: Read, person: UserRow): PersonChatView[] {
  const { privateChats, members, chats } = read.store
  const withBots = privateChats.ofPerson(person.id).flatMap((row) => privateChat(read, row.bot, person.id) ?? [])
  const shared = members
    .ofUser(person.id)
    .flatMap(({ chat }) => [chats.byId(chat) ?? [], chats.commentsOf(chat) ?? []].flat().map(sharedChat))
  return [...withBots, ...shared].map((chat) => viewChatOfPerson(read, person, chat))
}

export function viewChatOfPerson(read: Read, person: UserRow, chat: Chat): PersonChatView {
  const { after, read: seen } = readRange(read, person, chat)
  const { unread, notices } = read.store.messages.unread(chat.chat, Math.max(after, seen), person.id)
  const [last] = read.store.messages.latest(chat.chat, { after, most: 1 })
  const ofPerson = { unread, notices, last_message: last ? viewMessage(read, chat, last) : null }
  return chat.kind === 'private'
    ? { ...viewPrivateChat(read, chat), ...ofPerson }
    : { ...viewSharedChat(read, chat), reply_keyboard: null, ...ofPerson }
}

/** Returns a chat with its newest `limit` messages, or with those before the message `before`. */
export function viewShownChat(read: Read, person: UserRow, chat: Chat, limit: number, before?: number) {
  const { after } = readRange(read, person, chat)
  const rows = read.store.messages.latest(chat.chat, { after, before, most: limit })
  return { ...viewChatOfPerson(read, person, chat), messages: rows.map((row) => viewMessage(read, chat, row)) }
}

export const isReadableBy = (read: Read, person: UserRow, chat: Chat, { message_id }: MessageRow): boolean =>
  (chat.kind !== 'private' || chat.person === person.id) && message_id > readRange(read, person, chat).after

/** Returns two message ids: the person can read only messages after `after`, and has read the messages up to `read`. */
function readRange(read: Read, person: UserRow, chat: Chat): { after: number; read: number } {
  if (chat.kind === 'private') return { after: 0, read: chat.last_read }
  const member = memberOf(read, chat, person.id)
  if (!isPresent(member)) return { after: chat.last_message_id, read: chat.last_message_id }
  if (chat.kind === 'comments') return { after: 0, read: member.comments_read }
  return { after: chat.kind === 'group' ? member.joined_after : 0, read: member.last_read }
}

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
