// Which bots learn of a message or an edit: never the one whose doing it is.

import type { BotRow } from '../../store/tables/bots.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import type { Chat } from '../chats/chat.ts'
import type { Read } from '../world.ts'
import { mayRead } from './may-read.ts'

export function audience(read: Read, chat: Chat, message: MessageRow, doer: number): BotRow[] {
  return candidates(read, chat, message)
    .filter((id) => id !== doer)
    .map((id) => read.store.bots.known(id))
    .filter((bot) => mayRead(read, bot, chat, message))
}

function candidates(read: Read, chat: Chat, message: MessageRow): number[] {
  if (chat.kind === 'private') return chat.blocked ? [] : [chat.bot]
  if (chat.kind === 'channel') return read.store.members.adminBotsIn(chat.chat)
  // Bots cannot read what other bots write; membership messages are the service's.
  if (message.service === null && read.store.users.byId(message.author)?.is_bot) return []
  return read.store.members.botsIn(chat.channel ?? chat.chat)
}
