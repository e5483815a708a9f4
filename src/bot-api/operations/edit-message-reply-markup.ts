// editMessageReplyMarkup: a new inline keyboard, or none, for a message that otherwise stays as it is.

import * as z from 'zod'
import { chatNamed, requireNotComments } from '../../messenger/chats/find-chat.ts'
import { keyboardText, requireAllowedUrls, requireInline } from '../../messenger/keyboards/reply-markup.ts'
import { editMessage, requireChanged } from '../../messenger/messages/edit-message.ts'
import { editableMessage } from '../../messenger/messages/editable.ts'
import { presentMessage } from '../../messenger/messages/present-message.ts'
import { replyMarkup } from '../../spec/keyboard.ts'
import { chatId, messageId } from '../../spec/params.ts'
import { refuse } from '../../spec/refusals.ts'
import { requireNoInlineMessage } from './inline-message.ts'
import { operation } from './operation.ts'

export const editMessageReplyMarkup = operation({
  name: 'editMessageReplyMarkup',
  summary: 'Changes only the inline keyboard of a message; without reply_markup it goes.',
  params: z.object({ chat_id: chatId, message_id: messageId, reply_markup: replyMarkup }),
  result: 'Message',
  before: requireNoInlineMessage,
  run(tx, bot, { chat_id, message_id, reply_markup }) {
    requireAllowedUrls(tx, reply_markup)
    const chat = chatNamed(tx, bot, chat_id)
    requireNotComments(chat)
    if (chat.kind === 'channel') refuse('channelButtons', 'edit', { chat: chat.title })
    requireInline(chat, reply_markup)
    const row = editableMessage(tx, bot, chat, message_id)
    const changes = { keyboard: keyboardText(reply_markup) }
    requireChanged('keyboard', row, changes)
    return presentMessage(tx, bot, chat, editMessage(tx, chat, bot, row, changes))
  },
})
