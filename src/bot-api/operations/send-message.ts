// sendMessage: a text message to a private chat, a group or a channel.

import * as z from 'zod'
import { chatNamed, requireNotComments } from '../../messenger/chats/find-chat.ts'
import { requireAllowedUrls, requireKeyboardFits } from '../../messenger/keyboards/reply-markup.ts'
import { spendSend } from '../../messenger/limits/message-limits.ts'
import { requireMaySend } from '../../messenger/members/bot-rights.ts'
import { requirePassesFilter } from '../../messenger/messages/content-filter.ts'
import { sendAsBot } from '../../messenger/messages/post-message.ts'
import { replyTarget } from '../../messenger/messages/reply-target.ts'
import { replyMarkup } from '../../spec/keyboard.ts'
import { chatId, messageText, replyToMessageId } from '../../spec/params.ts'
import { ignoredInChannels } from './ignored-in-channels.ts'
import { operation } from './operation.ts'

export const sendMessage = operation({
  name: 'sendMessage',
  summary: 'Sends a text message.',
  params: z.object({
    chat_id: chatId,
    text: messageText,
    reply_markup: replyMarkup,
    reply_to_message_id: replyToMessageId,
  }),
  result: 'Message',
  withoutIgnored: ignoredInChannels('reply_to_message_id'),
  run(tx, bot, { chat_id, text, reply_markup, reply_to_message_id }) {
    requireAllowedUrls(tx, reply_markup)
    const chat = chatNamed(tx, bot, chat_id)
    requireNotComments(chat)
    requireKeyboardFits(chat, reply_markup)
    requireMaySend(tx, bot, chat, 'text')
    const reply_to = replyTarget(tx, bot, chat, reply_to_message_id)
    requirePassesFilter(tx, chat, text)
    spendSend(tx, bot, chat)
    return sendAsBot(tx, bot, chat, { text, reply_to }, reply_markup)
  },
})
