// A person's message: where it may go, and its effect.

import { Problem } from '../../lib/problem.ts'
import type { UserRow } from '../../store/tables/users.ts'
import { type Chat, chatName, privateChat } from '../chats/chat.ts'
import { markRead } from '../chats/mark-read.ts'
import { startChat } from '../chats/private-chat.ts'
import { requirePersonMaySend } from '../members/person-rights.ts'
import { placeNamed, type Ref } from '../users/named.ts'
import { viewMessage } from '../views.ts'
import type { World } from '../world.ts'
import { filterHit } from './content-filter.ts'
import { type NewMessage, postMessage } from './post-message.ts'

/** The chat a person writes to; the first words to a bot start the chat with it. */
export function chatToWriteTo(world: World, person: UserRow, to: Ref, content: 'text' | 'media'): Chat {
  const place = placeNamed(world, to)
  if ('chat' in place) {
    requirePersonMaySend(world, person, place.chat, content)
    return place.chat
  }
  if (privateChat(world, place.bot.id, person.id)?.blocked) {
    throw new Problem(
      'blocked',
      `${person.first_name} has blocked ${place.bot.first_name}.`,
      'Unblock it, or start it again.',
    )
  }
  return startChat(world, place.bot, person)
}

export function sendAsPerson(world: World, person: UserRow, chat: Chat, content: NewMessage) {
  const hit = filterHit(world, chat, content.text ?? content.caption)
  if (hit)
    throw new Problem(
      'filtered',
      `The content filter of channels refuses this: ${hit.reason}.`,
      `It matches "${hit.match}"; see updateService.`,
    )
  const { reply_to } = content
  if (reply_to && !world.store.messages.get(chat.chat, reply_to)) {
    throw new Problem(
      'no-such-message',
      `There is no message ${reply_to} in ${chatName(chat)} to reply to.`,
      'Look at the messages of the chat.',
    )
  }
  const row = postMessage(world, chat, person, content)
  markRead(world, person, chat, row.message_id)
  return viewMessage(world, chat, row)
}
