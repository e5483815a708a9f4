// Checks whether a chat allows a keyboard, and stores keyboards.

import { matchesPattern } from '../../../lib/compare/regex.ts'
import type { SentMarkup } from '../../rules/keyboard.ts'
import { FIELD_TEXTS, refuse } from '../../rules/refusals.ts'
import type { InlineButton } from '../../rules/shapes.ts'
import type { PrivateChat } from '../chats/chat.ts'
import type { BotChat, JoinedChat } from '../chats/find-chat.ts'
import type { Read, Tx } from '../world.ts'

export function requireAllowedUrls(read: Read, markup: SentMarkup | undefined) {
  const { blocked_urls } = read.service
  if (!markup || !blocked_urls.length) return
  const isBlocked = (url: string) => blocked_urls.some((pattern) => matchesPattern(pattern, url))
  for (const [row, buttons] of inlineKeyboardOf(markup).entries()) {
    const column = buttons.findIndex(({ url }) => url !== undefined && isBlocked(url))
    if (column < 0) continue
    const field = `reply_markup.inline_keyboard.${row}.${column}.url`
    refuse('badParameter', 'invalid', { field, reason: FIELD_TEXTS.url })
  }
}

export function requireKeyboardFits(chat: BotChat, markup: SentMarkup | undefined) {
  if (!markup) return
  if (chat.kind === 'channel') refuse('channelButtons', 'send', { chat: chat.title })
  if (chat.kind === 'group') requireInlineOnly(chat, markup)
}

/** Refuses markup of an edited message, unless it is an inline keyboard. */
export function requireInline(chat: BotChat, markup: SentMarkup | undefined) {
  if (!markup) return
  if (chat.kind === 'group') requireInlineOnly(chat, markup)
  const [first = 'inline_keyboard'] = markup.forms
  if (first === 'inline_keyboard') return
  const reason = 'Invalid input: expected an inline keyboard'
  refuse('badParameter', 'invalid', { field: 'reply_markup', reason })
}

function requireInlineOnly(chat: JoinedChat, { forms }: SentMarkup) {
  if (forms.some((form) => form !== 'inline_keyboard')) refuse('inlineOnly', 'reply', { chat: chat.title })
}

/** Returns an inline keyboard as JSON text. Returns null for any other reply_markup. */
export function keyboardText(markup: SentMarkup | undefined): string | null {
  const keyboard = inlineKeyboardOf(markup)
  return keyboard.length ? JSON.stringify(keyboard) : null
}

function inlineKeyboardOf(markup: SentMarkup | undefined): InlineButton[][] {
  const effect = markup?.effect
  return effect && 'inline_keyboard' in effect ? effect.inline_keyboard : []
}

/** Stores or removes the reply keyboard of a private chat. Does nothing for an inline keyboard. */
export function activateReplyKeyboard(tx: Tx, chat: PrivateChat, markup: SentMarkup | undefined) {
  const effect = markup?.effect
  if (!effect || 'inline_keyboard' in effect) return
  const reply_keyboard = 'keyboard' in effect ? JSON.stringify(effect.keyboard) : null
  tx.store.privateChats.change(chat, { reply_keyboard })
}
