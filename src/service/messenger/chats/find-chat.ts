// Finds the chat of a bot's `chat_id`, or refuses with `chat not found`.

import { LIMITS } from '../../rules/limits.ts'
import { refuse } from '../../rules/refusals.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import type { MemberRow } from '../../store/tables/members.ts'
import type { Read } from '../world.ts'
import {
  type Chat,
  isAdmin,
  isPresent,
  memberOf,
  type PrivateChat,
  privateChat,
  type SharedChat,
  sharedChat,
} from './chat.ts'

export type ChatId = string | number

/** A group, channel or comments chat, with the member row of the calling bot. */
export type JoinedChat = SharedChat & {
  me: MemberRow
}

export type BotChat = PrivateChat | JoinedChat

export function requireBotChat(read: Read, bot: BotRow, chat_id: ChatId): BotChat {
  const text = String(chat_id)
  if (text.startsWith('@')) return publicChat(read, bot, text)
  const id = parseChatId(text)
  return id > 0 ? privateChatWith(read, bot, id) : joinedChat(read, bot, id)
}

/** Finds a group, channel or comments chat of the bot. Refuses the call if the chat is private. */
export function requireSharedBotChat(read: Read, bot: BotRow, chat_id: ChatId): JoinedChat {
  const text = String(chat_id)
  if (/^\d/.test(text)) refuse('chatNotFound', 'privateChat', { chat_id: text })
  return requireBotChat(read, bot, text) as JoinedChat
}

/** Finds a group of the bot. Refuses the call for any other chat. */
export function requireBotGroup(read: Read, bot: BotRow, chat_id: ChatId): JoinedChat {
  const chat = requireSharedBotChat(read, bot, chat_id)
  requireNotComments(chat)
  if (chat.kind === 'channel') refuse('channelChat', 'channel', { chat: chat.title })
  return chat
}

/** Returns true if the chat is a channel in which the bot is an administrator. */
export function isOwnChannel(read: Read, bot: BotRow, chat_id: unknown): boolean {
  if (typeof chat_id !== 'string' && typeof chat_id !== 'number') return false
  const text = String(chat_id)
  const row = text.startsWith('@') ? read.store.chats.byUsername(text.slice(1)) : read.store.chats.byId(Number(text))
  return row?.type === 'channel' && isAdmin(read.store.members.get(row.chat, bot.id))
}

export function requireNotComments(chat: Chat) {
  if (chat.kind === 'comments') refuse('commentsChat', 'comments', { chat: chat.title })
}

function parseChatId(text: string): number {
  const digits = /^-?([1-9]\d*)$/.exec(text)?.[1]
  if (!digits) return refuse('chatNotFound', 'malformed', { chat_id: text })
  if (digits.length > LIMITS.chatIdDigits) refuse('chatNotFound', 'tooLong', { chat_id: text })
  return Number(text)
}

function privateChatWith(read: Read, bot: BotRow, id: number): PrivateChat {
  const chat = privateChat(read, bot.id, id)
  if (chat?.started && !chat.blocked && !chat.deleted) return chat
  const user = read.store.users.byId(id)
  const slots = { person: user?.first_name ?? '', bot: bot.first_name, chat_id: id }
  if (!user) return refuse('chatNotFound', 'missing', slots)
  if (user.is_bot) return refuse('chatNotFound', 'bot', slots)
  if (user.deleted) return refuse('chatNotFound', 'deleted', slots)
  return refuse('chatNotFound', chat?.blocked ? 'blocked' : 'neverStarted', slots)
}

function publicChat(read: Read, bot: BotRow, name: string): JoinedChat {
  const row = read.store.chats.byUsername(name.slice(1))
  if (!row) return refuse('chatNotFound', 'missing', { chat_id: name })
  return requireJoined(read, bot, sharedChat(row), 'notInPublic')
}

function joinedChat(read: Read, bot: BotRow, id: number): JoinedChat {
  const row = read.store.chats.byId(id)
  if (!row) return refuse('chatNotFound', 'missing', { chat_id: id })
  const chat = sharedChat(row)
  return requireJoined(read, bot, chat, chat.kind === 'group' ? 'notInGroup' : 'notInChannel')
}

/** Refuses the call unless the bot is a member of the group or an administrator of the channel. */
function requireJoined(
  read: Read,
  bot: BotRow,
  chat: SharedChat,
  cause: 'notInGroup' | 'notInChannel' | 'notInPublic',
) {
  const me = memberOf(read, chat, bot.id)
  if (me && (chat.kind === 'group' ? isPresent(me) : isAdmin(me))) return { ...chat, me }
  return refuse('chatNotFound', cause, { bot: bot.first_name, chat: chat.title })
}
