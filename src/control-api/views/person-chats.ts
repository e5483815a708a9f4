// What one person sees: her chats, and each of them as it is shown to her.

import { type Chat, isPresent, memberOf, privateChat, sharedChat } from '../../messenger/chats/chat.ts'
import { type MessageView, viewMessage, viewPrivateChat, viewSharedChat } from '../../messenger/views.ts'
import type { Read } from '../../messenger/world.ts'
import type { UserRow } from '../../store/tables/users.ts'

export function chatsOfPerson(read: Read, person: UserRow) {
  const { privateChats, members, chats } = read.store
  const withBots = privateChats.ofPerson(person.id).map((row) => privateChat(read, row.bot, person.id)!)
  const shared = members.ofUser(person.id).flatMap(({ chat }) => {
    const comments = chats.commentsOf(chat)
    return [sharedChat(chats.byId(chat)!), ...(comments ? [sharedChat(comments)] : [])]
  })
  return [...withBots, ...shared].map((chat) => chatOfPerson(read, person, chat))
}

export function chatOfPerson(read: Read, person: UserRow, chat: Chat) {
  const { after, read: readTo } = sinceWhen(read, person, chat)
  const { unread, notices } = read.store.messages.unread(chat.chat, Math.max(after, readTo), person.id)
  const [last] = read.store.messages.latest(chat.chat, { after, most: 1 })
  return {
    ...(chat.kind === 'private'
      ? viewPrivateChat(read, chat)
      : { ...viewSharedChat(read, chat), reply_keyboard: null }),
    unread,
    notices,
    last_message: last ? viewMessage(read, chat, last) : null,
  }
}

/** The messages that this person can read, oldest first. */
export function messagesForPerson(read: Read, person: UserRow, chat: Chat): MessageView[] {
  const { after } = sinceWhen(read, person, chat)
  return read.store.messages.latest(chat.chat, { after }).map((row) => viewMessage(read, chat, row))
}

/** Somebody who joined a group cannot read what was written before. */
function sinceWhen(read: Read, person: UserRow, chat: Chat): { after: number; read: number } {
  if (chat.kind === 'private') return { after: 0, read: chat.last_read }
  const member = memberOf(read, chat, person.id)
  if (!isPresent(member)) return { after: chat.last_message_id, read: chat.last_message_id }
  if (chat.kind === 'comments') return { after: 0, read: member.comments_read }
  return { after: chat.kind === 'group' ? member.joined_after : 0, read: member.last_read }
}
