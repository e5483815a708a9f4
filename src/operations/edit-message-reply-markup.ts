// editMessageReplyMarkup: a new inline keyboard, or none, for a message that otherwise stays as it is.

import * as z from 'zod'
import { replyMarkup } from '../spec/keyboard.ts'
import { chatId, messageId } from '../spec/params.ts'
import { refuse } from '../spec/refusals.ts'
import { editMessage, requireChanged } from '../world/edit-message.ts'
import { editableMessage } from '../world/editable.ts'
import { chatNamed, requireNotComments } from '../world/find-chat.ts'
import { presentMessage } from '../world/present/message.ts'
import { keyboardText, requireAllowedUrls, requireInline } from '../world/reply-markup.ts'
import { requireNoInlineMessage } from './inline-message.ts'
import { operation } from './operation.ts'

export const editMessageReplyMarkup = operation({
  name: 'editMessageReplyMarkup',
  summary: 'Changes only the inline keyboard of a message; without reply_markup it goes.',
  params: z.object({ chat_id: chatId, message_id: messageId, reply_markup: replyMarkup }),
  before: requireNoInlineMessage,
  run(world, bot, { chat_id, message_id, reply_markup }) {
    requireAllowedUrls(world, reply_markup)
    const chat = chatNamed(world, bot, chat_id)
    requireNotComments(chat)
    if (chat.kind === 'channel') refuse('channelButtons', 'edit', { chat: chat.title })
    requireInline(chat, reply_markup)
    const row = editableMessage(world, bot, chat, message_id)
    const changes = { keyboard: keyboardText(reply_markup) }
    requireChanged('keyboard', row, changes)
    return presentMessage(world, bot, chat, editMessage(world, chat, bot, row, changes))
  },
})
