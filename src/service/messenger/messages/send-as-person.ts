// Sends a message as a person: finds the chat, checks and posts.

import { Problem } from '../../../lib/problem.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { type Chat, privateChat } from '../chats/chat.ts'
import { describeChat, markRead } from '../chats/person-chat.ts'
import { startChat } from '../chats/private-chat.ts'
import { requirePersonMaySend } from '../members/person-rights.ts'
import { type Ref, requireBotOrChat } from '../users/find-by-ref.ts'
import type { Tx } from '../world.ts'
import { requirePersonPassesFilter } from './content-filter.ts'
import { type NewMessage, postMessage } from './post-message.ts'

/** Finds the chat to which a person writes. The first message to a bot creates the private chat. */
export function chatToWriteTo(tx: Tx, person: UserRow, to: Ref, content: 'text' | 'media'): Chat {
  const target = requireBotOrChat(tx, to)
  if ('chat' in target) {
    requirePersonMaySend(tx, person, target.chat, content)
    return target.chat
  }
  if (privateChat(tx, target.bot.id, person.id)?.blocked) {
    const hint = 'Unblock the bot, or start it again.'
    throw new Problem('blocked', `${person.first_name} has blocked ${target.bot.first_name}.`, hint)
  }
  return startChat(tx, target.bot, person)
}

export function sendAsPerson(tx: Tx, person: UserRow, chat: Chat, content: NewMessage): MessageRow {
  requirePersonPassesFilter(tx, chat, content.text ?? content.caption)
  const { reply_to } = content
  if (reply_to && !tx.store.messages.get(chat.chat, reply_to)) {
    const message = `The message ${reply_to} does not exist in ${describeChat(tx, chat)}, so you cannot reply to it.`
    const hint = 'Pass the id of a message in the chat.'
    throw new Problem('no-such-message', message, hint)
  }
  const row = postMessage(tx, chat, person, content)
  markRead(tx, person, chat, row.message_id)
  return row
}
