// Finds the chat and the message of a person's action, and marks messages as read.

import { Problem } from '../../lib/problem.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { requireMember } from '../members/person-rights.ts'
import { placeNamed, type Ref } from '../users/named.ts'
import type { Read, Tx } from '../world.ts'
import { type Chat, privateChat } from './chat.ts'

export function personChat(read: Read, person: UserRow, ref: Ref): Chat {
  const place = placeNamed(read, ref)
  if ('chat' in place) {
    requireMember(read, person, place.chat)
    return place.chat
  }
  const chat = privateChat(read, place.bot.id, person.id)
  if (chat) return chat
  throw new Problem('not-started', `${person.first_name} has not started ${place.bot.first_name}.`, 'Use start first.')
}

/** Returns the name of a chat for a sentence addressed to a person. */
export const placeName = (read: Read, chat: Chat) =>
  chat.kind === 'private' ? `the chat with ${read.store.bots.known(chat.bot).first_name}` : chat.title

export function messageIn(read: Read, chat: Chat, messageId: number): MessageRow {
  const row = read.store.messages.get(chat.chat, messageId)
  if (row) return row
  const was = messageId <= chat.last_message_id ? 'was deleted' : 'does not exist'
  throw new Problem(
    'no-such-message',
    `Message ${messageId} of ${placeName(read, chat)} ${was}.`,
    'Look at the messages of the chat.',
  )
}

export function markRead(tx: Tx, person: UserRow, chat: Chat, upTo: number) {
  if (chat.kind === 'private') tx.store.privateChats.change(chat, { last_read: upTo })
  else if (chat.kind === 'comments') tx.store.members.readComments(chat.channel, person.id, upTo)
  else tx.store.members.read(chat.chat, person.id, upTo)
}
