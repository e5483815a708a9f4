// Where which kind of keyboard may go, and what it does there.

import { FIELD_TEXTS, refuse } from '../../spec/refusals.ts'
import type { ReplyMarkup } from '../../spec/shapes.ts'
import type { PrivateChat } from '../chats/chat.ts'
import type { BotChat } from '../chats/find-chat.ts'
import { matches } from '../service/matches.ts'
import type { Read, Tx } from '../world.ts'

/** No button may lead to a URL that the service has blocked. */
export function requireAllowedUrls(read: Read, markup: ReplyMarkup | undefined) {
  if (!markup || !('inline_keyboard' in markup) || !read.service.blocked_urls.length) return
  for (const [row, buttons] of markup.inline_keyboard.entries()) {
    for (const [column, { url }] of buttons.entries()) {
      if (url === undefined || !read.service.blocked_urls.some((match) => matches(match, url))) continue
      const field = `reply_markup.inline_keyboard.${row}.${column}.url`
      refuse('badParameter', 'invalid', { field, reason: FIELD_TEXTS.url })
    }
  }
}

export function requireKeyboardFits(chat: BotChat, markup: ReplyMarkup | undefined) {
  if (!markup) return
  if (chat.kind === 'channel') refuse('channelButtons', 'send', { chat: chat.title })
  if (chat.kind === 'group' && !('inline_keyboard' in markup)) refuse('inlineOnly', 'reply', { chat: chat.title })
}

/** An edit takes inline keyboards only, in a private chat too. */
export function requireInline(chat: BotChat, markup: ReplyMarkup | undefined) {
  if (!markup || 'inline_keyboard' in markup) return
  if (chat.kind === 'group') refuse('inlineOnly', 'reply', { chat: chat.title })
  const reason = 'Invalid input: expected an inline keyboard'
  refuse('badParameter', 'invalid', { field: 'reply_markup', reason })
}

/** The inline keyboard as it is stored with its message. */
export function keyboardText(markup: ReplyMarkup | undefined): string | null {
  return markup && 'inline_keyboard' in markup ? JSON.stringify(markup.inline_keyboard) : null
}

/** A reply keyboard becomes the chat's active one; a removal takes the active one away. */
export function activateReplyKeyboard(tx: Tx, chat: PrivateChat, markup: ReplyMarkup | undefined) {
  if (!markup || 'inline_keyboard' in markup) return
  const reply_keyboard = 'keyboard' in markup ? JSON.stringify(markup.keyboard) : null
  tx.store.privateChats.change(chat, { reply_keyboard })
}
