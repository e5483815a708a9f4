// Which bots learn of a message or an edit: never the one whose doing it is.

import type { BotRow } from '../../store/tables/bots.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import type { Chat } from '../chats/chat.ts'
import type { Read } from '../world.ts'

export function audience(read: Read, chat: Chat, message: MessageRow, doer: number): BotRow[] {
  return candidates(read, chat, message)
    .filter((id) => id !== doer)
    .map((id) => read.store.bots.byId(id)!)
    .filter((bot) => chat.kind === 'private' || chat.kind === 'channel' || mayRead(read, bot, message))
}

function candidates(read: Read, chat: Chat, message: MessageRow): number[] {
  if (chat.kind === 'private') return chat.blocked ? [] : [chat.bot]
  if (chat.kind === 'channel') return read.store.members.adminBotsIn(chat.chat)
  // Bots cannot read what other bots write; membership messages are the service's.
  if (message.service === null && read.store.users.byId(message.author)?.is_bot) return []
  return read.store.members.botsIn(chat.channel ?? chat.chat)
}

/** Without `can_read_all_group_messages` a bot gets commands, replies to it and membership messages. */
function mayRead(read: Read, bot: BotRow, message: MessageRow): boolean {
  if (bot.can_read_all_group_messages || message.service !== null) return true
  if (isCommandFor(bot, message.text ?? '')) return true
  if (message.reply_to === null) return false
  return read.store.messages.get(message.chat, message.reply_to)?.author === bot.id
}

function isCommandFor(bot: BotRow, text: string): boolean {
  const command = /^\/\w+(?:@(\w+))?(?!\w)/.exec(text)
  if (!command) return false
  return command[1] === undefined || command[1].toLowerCase() === bot.username?.toLowerCase()
}
