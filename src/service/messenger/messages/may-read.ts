// Decides which messages a bot may read, and which bots receive a message.

import type { BotRow } from '../../store/tables/bots.ts'
import type { MessageRow } from '../../store/tables/messages.ts'
import type { Chat } from '../chats/chat.ts'
import type { Read } from '../world.ts'

export function mayRead(read: Read, bot: BotRow, chat: Chat, message: MessageRow): boolean {
  if (chat.kind === 'private' || chat.kind === 'channel' || message.author === bot.id) return true
  if (chat.kind === 'group' && isOlderThanJoining(read, bot, message)) return false
  if (message.service !== null) return true
  // Bots don't see what other bots write.
  if (read.store.users.byId(message.author)?.is_bot) return false
  return bot.can_read_all_group_messages === 1 || isMeantFor(read, bot, message)
}

function isOlderThanJoining(read: Read, bot: BotRow, message: MessageRow): boolean {
  const me = read.store.members.get(message.chat, bot.id)
  return me !== undefined && message.message_id <= me.joined_after
}

/** Returns true for a command to the bot and for a reply to its message. Some bots may read only these. */
function isMeantFor(read: Read, bot: BotRow, message: MessageRow): boolean {
  if (isCommandFor(bot, message.text ?? '')) return true
  if (message.reply_to === null) return false
  return read.store.messages.get(message.chat, message.reply_to)?.author === bot.id
}

function isCommandFor(bot: BotRow, text: string): boolean {
  const command = /^\/\w+(?:@(\w+))?(?!\w)/.exec(text)
  if (!command) return false
  return command[1] === undefined || command[1].toLowerCase() === bot.username?.toLowerCase()
}

/** Returns the bots to which a message goes. The acting bot gets only notices, as of a member whom it removed. */
export function findRecipients(read: Read, chat: Chat, message: MessageRow, actor: number): BotRow[] {
  return findCandidates(read, chat)
    .filter((id) => id !== actor || message.service !== null)
    .map((id) => read.store.bots.getOrThrow(id))
    .filter((bot) => mayRead(read, bot, chat, message))
}

function findCandidates(read: Read, chat: Chat): number[] {
  if (chat.kind === 'private') return chat.blocked ? [] : [chat.bot]
  if (chat.kind === 'channel') return read.store.members.adminBotsIn(chat.chat)
  return read.store.members.botsIn(chat.channel ?? chat.chat)
}
