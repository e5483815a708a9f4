// sendMessage: a text message to a private chat, a group or a channel.

import * as z from 'zod'
import { replyMarkup } from '../spec/keyboard.ts'
import { chatId, messageText, replyToMessageId } from '../spec/params.ts'
import { requirePassesFilter } from '../world/content-filter.ts'
import { chatNamed, requireNotComments } from '../world/find-chat.ts'
import { spendSend } from '../world/limits.ts'
import { requireAllowedUrls, requireKeyboardFits } from '../world/reply-markup.ts'
import { replyTarget } from '../world/reply-target.ts'
import { requireMaySend } from '../world/rights.ts'
import { sendAsBot } from '../world/send-as-bot.ts'
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
  run(world, bot, { chat_id, text, reply_markup, reply_to_message_id }) {
    requireAllowedUrls(world, reply_markup)
    const chat = chatNamed(world, bot, chat_id)
    requireNotComments(chat)
    requireKeyboardFits(chat, reply_markup)
    requireMaySend(world, bot, chat, 'text')
    const reply_to = replyTarget(world, bot, chat, reply_to_message_id)
    requirePassesFilter(world, chat, text)
    spendSend(world, bot, chat)
    return sendAsBot(world, bot, chat, { text, reply_to }, reply_markup)
  },
})
