// Checks a bot's rights to send messages, restrict members and pin messages.

import { refuse } from '../../rules/refusals.ts'
import { hasPermission, type Permission } from '../../rules/rights.ts'
import type { BotRow } from '../../store/tables/bots.ts'
import { isAdmin, isMuted, mayAsAdmin } from '../chats/chat.ts'
import type { BotChat, JoinedChat } from '../chats/find-chat.ts'
import type { Read } from '../world.ts'

export type Content = 'text' | 'media'

const SEND_RULES = {
  text: { permission: 'can_send_messages', refusal: 'noTextRight' },
  media: { permission: 'can_send_media_messages', refusal: 'noMediaRight' },
} as const satisfies Record<Content, { permission: Permission; refusal: string }>

export function requireMaySend(read: Read, bot: BotRow, chat: BotChat, content: Content) {
  if (chat.kind === 'group') requireMayWrite(read, bot, chat, content)
  if (chat.kind === 'channel') requireMayPost(read, bot, chat)
}

function requireMayWrite(read: Read, bot: BotRow, chat: JoinedChat, content: Content) {
  if (isAdmin(chat.me)) return
  const { permission, refusal } = SEND_RULES[content]
  const slots = { bot: bot.first_name, chat: chat.title }
  if (isMuted(read, chat.me)) refuse(refusal, 'muted', slots)
  if (!hasPermission(chat.permissions, permission)) refuse(refusal, 'permission', slots)
}

function requireMayPost(read: Read, bot: BotRow, chat: JoinedChat) {
  const slots = { bot: bot.first_name, chat: chat.title }
  if (!mayAsAdmin(chat.me, 'can_post_messages')) refuse('noPostRight', 'right', slots)
  if (chat.official) refuse('noPostRight', 'official', slots)
  if (!bot.accepted_terms) refuse('termsNotAccepted', 'terms', { ...slots, service: read.service.name })
}

export function requireMayRestrict(bot: BotRow, chat: JoinedChat) {
  const slots = { bot: bot.first_name, chat: chat.title }
  if (!isAdmin(chat.me)) refuse('noRestrictRight', 'notAdmin', slots)
  if (!mayAsAdmin(chat.me, 'can_restrict_members')) refuse('noRestrictRight', 'right', slots)
}

export function requireMayPin(bot: BotRow, chat: JoinedChat) {
  const slots = { bot: bot.first_name, chat: chat.title }
  if (!isAdmin(chat.me)) refuse('noPinRight', 'notAdmin', slots)
  if (!mayAsAdmin(chat.me, 'can_pin_messages')) refuse('noPinRight', 'right', slots)
}
