// What one person sees: her chats, and each of them as it is shown to her.

import { type Chat, isPresent, memberOf, privateChat, sharedChat } from '../../messenger/chats/chat.ts'
import { type MessageView, viewMessage, viewPrivateChat, viewSharedChat } from '../../messenger/views.ts'
import type { World } from '../../messenger/world.ts'
import type { UserRow } from '../../store/tables/users.ts'

export function chatsOfPerson(world: World, person: UserRow) {
  const { privateChats, members, chats } = world.store
  const withBots = privateChats.ofPerson(person.id).map((row) => privateChat(world, row.bot, person.id)!)
  const shared = members.ofUser(person.id).flatMap(({ chat }) => {
    const comments = chats.commentsOf(chat)
    return [sharedChat(chats.byId(chat)!), ...(comments ? [sharedChat(comments)] : [])]
  })
  return [...withBots, ...shared].map((chat) => chatOfPerson(world, person, chat))
}

export function chatOfPerson(world: World, person: UserRow, chat: Chat) {
  const { after, read } = sinceWhen(world, person, chat)
  const { unread, notices } = world.store.messages.unread(chat.chat, Math.max(after, read), person.id)
  const [last] = world.store.messages.latest(chat.chat, { after, most: 1 })
  return {
    ...(chat.kind === 'private'
      ? viewPrivateChat(world, chat)
      : { ...viewSharedChat(world, chat), reply_keyboard: null }),
    unread,
    notices,
    last_message: last ? viewMessage(world, chat, last) : null,
  }
}

/** The messages that this person can read, oldest first. */
export function messagesForPerson(world: World, person: UserRow, chat: Chat): MessageView[] {
  const { after } = sinceWhen(world, person, chat)
  return world.store.messages.latest(chat.chat, { after }).map((row) => viewMessage(world, chat, row))
}

/** Somebody who joined a group cannot read what was written before. */
function sinceWhen(world: World, person: UserRow, chat: Chat): { after: number; read: number } {
  if (chat.kind === 'private') return { after: 0, read: chat.last_read }
  const member = memberOf(world, chat, person.id)
  if (!isPresent(member)) return { after: chat.last_message_id, read: chat.last_message_id }
  if (chat.kind === 'comments') return { after: 0, read: member.comments_read }
  return { after: chat.kind === 'group' ? member.joined_after : 0, read: member.last_read }
}
