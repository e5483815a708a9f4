// The operations editMessageText and editMessageReplyMarkup.

import * as z from 'zod'
import { requireBotChat, requireNotComments } from '../../messenger/chats/find-chat.ts'
import { keyboardText, requireAllowedUrls, requireInline } from '../../messenger/keyboards/reply-markup.ts'
import { countEdit, EDIT_LIMITS } from '../../messenger/limits/message-limits.ts'
import { requirePassesFilter } from '../../messenger/messages/content-filter.ts'
import {
  editableMessage,
  editMessage,
  requireChanged,
  requireTextFits,
  textChange,
} from '../../messenger/messages/edit-message.ts'
import { presentMessage } from '../../messenger/messages/present-message.ts'
import { replyMarkup } from '../../rules/keyboard.ts'
import { chatId, isLeftOut, messageId, messageText } from '../../rules/params.ts'
import { refuse } from '../../rules/refusals.ts'
import { type Input, operation } from './operation.ts'

const withoutMarkup = ({ reply_markup: _, ...input }: Input): Input => input

function requireNoInlineMessage(input: Input) {
  if (!isLeftOut(input.inline_message_id)) refuse('inlineMessage', 'inline')
}

const CHECKED = [
  'inlineMessage',
  'chatNotFound',
  'commentsChat',
  'inlineOnly',
  'editNotFound',
  'cannotEdit',
  'notModified',
] as const

export const edit = {
  editMessageText: operation({
    summary: 'Changes the text of a message. Removes its keyboard unless reply_markup is passed.',
    params: z.object({ chat_id: chatId, message_id: messageId, text: messageText, reply_markup: replyMarkup }),
    result: 'Message',
    refusals: [...CHECKED, 'noEditRight', 'noTextToEdit', 'filtered', 'retryAfter'],
    limits: EDIT_LIMITS,
    checkBeforeParsing: requireNoInlineMessage,
    inChannels: withoutMarkup,
    run(tx, bot, { chat_id, message_id, text, reply_markup }) {
      requireAllowedUrls(tx, reply_markup)
      const chat = requireBotChat(tx, bot, chat_id)
      requireNotComments(chat)
      requireInline(chat, reply_markup)
      const row = editableMessage(tx, bot, chat, message_id)
      requireTextFits(chat, row, text)
      const changes = { ...textChange(row, text), keyboard: keyboardText(reply_markup) }
      requireChanged('text', row, changes)
      requirePassesFilter(tx, chat, text)
      countEdit(tx, bot, chat)
      return presentMessage(tx, bot, chat, editMessage(tx, chat, bot, row, changes))
    },
  }),
  editMessageReplyMarkup: operation({
    summary: 'Changes the inline keyboard of a message, or removes it if reply_markup is left out.',
    params: z.object({ chat_id: chatId, message_id: messageId, reply_markup: replyMarkup }),
    result: 'Message',
    refusals: [...CHECKED, 'channelButtons'],
    checkBeforeParsing: requireNoInlineMessage,
    inChannels: withoutMarkup,
    run(tx, bot, { chat_id, message_id, reply_markup }) {
      requireAllowedUrls(tx, reply_markup)
      const chat = requireBotChat(tx, bot, chat_id)
      requireNotComments(chat)
      if (chat.kind === 'channel') refuse('channelButtons', 'edit', { chat: chat.title })
      requireInline(chat, reply_markup)
      const row = editableMessage(tx, bot, chat, message_id)
      const changes = { keyboard: keyboardText(reply_markup) }
      requireChanged('keyboard', row, changes)
      return presentMessage(tx, bot, chat, editMessage(tx, chat, bot, row, changes))
    },
  }),
}
