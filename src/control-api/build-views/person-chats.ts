// What one person sees: her chats, and each of them as it is shown to her.

import type { PersonChatView, ShownChatView } from '../../contract/chats.ts'
import { type Chat, isPresent, memberOf, privateChat, sharedChat } from '../../messenger/chats/chat.ts'
import type { Read } from '../../messenger/world.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { viewPrivateChat, viewSharedChat } from './chat.ts'
import { viewMessage } from './message.ts'

export function* viewChatsOfPerson(read: Read, person: UserRow): Generator<PersonChatView, void> {
  const { privateChats, members, chats } = read.store
  const withBots = privateChats.ofPerson(person.id).flatMap((row) => privateChat(read, row.bot, person.id) ?? [])
  const shared = members
    .ofUser(person.id)
    .flatMap(({ chat }) => [chats.byId(chat) ?? [], chats.commentsOf(chat) ?? []].flat().map(sharedChat))
  for (const chat of [...withBots, ...shared]) yield viewChatOfPerson(read, person, chat)
}

export function viewChatOfPerson(read: Read, person: UserRow, chat: Chat): PersonChatView {
  const { after, read: seen } = sinceWhen(read, person, chat)
  const { unread, notices } = read.store.messages.unread(chat.chat, Math.max(after, seen), person.id)
  const [last] = read.store.messages.latest(chat.chat, { after, most: 1 })
  const ofPerson = { unread, notices, last_message: last ? viewMessage(read, chat, last) : null }
  return chat.kind === 'private'
    ? { ...viewPrivateChat(read, chat), ...ofPerson }
    : { ...viewSharedChat(read, chat), reply_keyboard: null, ...ofPerson }
}

/** As far back as somebody scrolls. */
const MAX_SHOWN = 2000

/** With the latest messages that this person can read, oldest first. */
export function viewShownChat(read: Read, person: UserRow, chat: Chat): ShownChatView {
  const { after } = sinceWhen(read, person, chat)
  const messages = read.store.messages
    .latest(chat.chat, { after, most: MAX_SHOWN })
    .map((row) => viewMessage(read, chat, row))
  return { ...viewChatOfPerson(read, person, chat), messages }
}

/** Somebody who joined a group cannot read what was written before. */
function sinceWhen(read: Read, person: UserRow, chat: Chat): { after: number; read: number } {
  if (chat.kind === 'private') return { after: 0, read: chat.last_read }
  const member = memberOf(read, chat, person.id)
  if (!isPresent(member)) return { after: chat.last_message_id, read: chat.last_message_id }
  if (chat.kind === 'comments') return { after: 0, read: member.comments_read }
  return { after: chat.kind === 'group' ? member.joined_after : 0, read: member.last_read }
}
