// What people and tools see of the world: the service's own objects, with handles and what only the emulator knows.

import { unpackPermissions } from '../spec/rights.ts'
import type { ChatMember, Message } from '../spec/shapes.ts'
import type { BotRow } from '../store/tables/bots.ts'
import type { MemberRow } from '../store/tables/members.ts'
import type { MessageRow } from '../store/tables/messages.ts'
import type { UserRow } from '../store/tables/users.ts'
import { type Chat, memberCount, type SharedChat } from './chats/chat.ts'
import { presentFullChat } from './chats/present-chat.ts'
import { presentMember } from './members/present-member.ts'
import { presentMessage } from './messages/present-message.ts'
import { presentMe, presentUser } from './users/present-user.ts'
import type { Read } from './world.ts'

export function viewUser(user: UserRow) {
  const { handle, devices, deleted } = user
  return { ...presentUser(user), handle, devices, deleted: deleted === 1 }
}

export function viewBot(read: Read, bot: BotRow) {
  return {
    ...presentMe(bot),
    handle: bot.handle,
    token: bot.token,
    owner: read.store.users.byId(bot.owner)!.handle,
    verified: bot.verified === 1,
    accepted_terms: bot.accepted_terms === 1,
    suspended: bot.suspended === 1,
  }
}

export function viewSharedChat(read: Read, chat: SharedChat) {
  const comments = chat.kind === 'channel' ? read.store.chats.commentsOf(chat.chat) : undefined
  return {
    ...presentFullChat(read, chat),
    handle: chat.handle,
    kind: chat.kind,
    permissions: chat.kind === 'group' ? unpackPermissions(chat.permissions) : null,
    member_count: memberCount(read, chat),
    pinned_message_id: chat.pinned_message_id,
    ...(chat.kind === 'channel' && { official: chat.official === 1 }),
    ...(comments && { linked_chat_id: comments.chat, linked_chat_handle: comments.handle }),
  }
}

export function viewPrivateChat(read: Read, chat: Chat & { kind: 'private' }) {
  const bot = read.store.users.byId(chat.bot)!
  return {
    id: chat.person,
    type: 'private' as const,
    kind: chat.kind,
    handle: bot.handle,
    title: bot.first_name,
    bot: { id: bot.id, handle: bot.handle, first_name: bot.first_name },
    person: { id: chat.person, handle: read.store.users.byId(chat.person)!.handle, first_name: chat.first_name },
    permissions: null,
    member_count: 2,
    pinned_message_id: chat.pinned_message_id,
    started: chat.started === 1,
    blocked: chat.blocked === 1,
    reply_keyboard: chat.reply_keyboard === null ? null : (JSON.parse(chat.reply_keyboard) as { text: string }[][]),
  }
}

export interface MessageView extends Message {
  /** Who wrote it, also of a channel post. */
  author: { id: number; handle: string; first_name: string; is_bot: boolean }
}

export function viewMessage(read: Read, chat: Chat, row: MessageRow): MessageView {
  const { id, handle, first_name, is_bot } = read.store.users.byId(row.author)!
  return { ...presentMessage(read, null, chat, row), author: { id, handle, first_name, is_bot: is_bot === 1 } }
}

export function viewMember(read: Read, member: MemberRow): ChatMember & { handle: string } {
  return { ...presentMember(read, member), handle: read.store.users.byId(member.user)!.handle }
}
