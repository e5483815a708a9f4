// Finds the chat and the message of a person's action, and marks messages as read.

import { Problem } from '../../../lib/problem.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { requireMember } from '../members/person-rights.ts'
import { type Ref, requireBotOrChat } from '../users/find-by-ref.ts'
import type { Read, Tx } from '../world.ts'
import { type Chat, privateChat } from './chat.ts'

export function personChat(read: Read, person: UserRow, ref: Ref): Chat {
  const target = requireBotOrChat(read, ref)
  if ('chat' in target) {
    requireMember(read, person, target.chat)
    return target.chat
  }
  const chat = privateChat(read, target.bot.id, person.id)
  if (chat) return chat
  throw new Problem(
    'not-started',
    `${person.first_name} has not started ${target.bot.first_name}.`,
    'Start the bot first, with the action start.',
  )
}

/** Describes a chat in an error text: "the chat with <bot>", or the chat's title. */
export const describeChat = (read: Read, chat: Chat) =>
  chat.kind === 'private' ? `the chat with ${read.store.bots.getOrThrow(chat.bot).first_name}` : chat.title

export function requireMessage(read: Read, chat: Chat, messageId: number): MessageRow {
  const row = read.store.messages.get(chat.chat, messageId)
  if (row) return row
  const reason = messageId <= chat.last_message_id ? 'was deleted' : 'does not exist'
  const hint = 'Pass the id of a message in the chat.'
  throw new Problem('no-such-message', `Message ${messageId} of ${describeChat(read, chat)} ${reason}.`, hint)
}

export function markRead(tx: Tx, person: UserRow, chat: Chat, upTo: number) {
  if (chat.kind === 'private') tx.store.privateChats.change(chat, { last_read: upTo })
  else if (chat.kind === 'comments') tx.store.members.readComments(chat.channel, person.id, upTo)
  else tx.store.members.read(chat.chat, person.id, upTo)
}
