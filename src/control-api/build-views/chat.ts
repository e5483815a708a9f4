// A chat as people and tools see it.

import type { ChatView, PrivateChatView, SharedChatView } from '../../contract/chats.ts'
import { type Chat, memberCount, type PrivateChat, type SharedChat } from '../../messenger/chats/chat.ts'
import { presentFullChat } from '../../messenger/chats/present-chat.ts'
import type { Read } from '../../messenger/world.ts'
import { unpackPermissions } from '../../spec/rights.ts'

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
  const bot = read.store.users.known(chat.bot)
  return {
    id: chat.person,
    type: 'private',
    kind: chat.kind,
    handle: bot.handle,
    title: bot.first_name,
    bot: { id: bot.id, handle: bot.handle, first_name: bot.first_name },
    person: { id: chat.person, handle: read.store.users.known(chat.person).handle, first_name: chat.first_name },
    permissions: null,
    member_count: 2,
    pinned_message_id: chat.pinned_message_id,
    started: chat.started === 1,
    blocked: chat.blocked === 1,
    reply_keyboard: chat.reply_keyboard === null ? null : JSON.parse(chat.reply_keyboard),
  }
}
