// A bot written with node-telegram-bot-api.

import { createRequire } from 'node:module'
import type { Any, Library } from './library.ts'

/** It brings no types. */
const TelegramBot = createRequire(import.meta.url)('node-telegram-bot-api')

export const nodeTelegramBot: Library = (token, url) => {
  const bot: Any = new TelegramBot(token, { baseApiUrl: url })
  return {
    getMe: () => bot.getMe(),
    getUpdates: (offset) => bot.getUpdates({ offset }),
    setWebhook: (where) => bot.setWebHook(where),
    deleteWebhook: () => bot.deleteWebHook(),
    getWebhookInfo: () => bot.getWebHookInfo(),
    sendMessage: (chat, text, more) => bot.sendMessage(chat, text, more),
    sendPhoto: (chat, bytes, filename, more) =>
      bot.sendPhoto(chat, bytes, more, { filename, contentType: 'image/png' }),
    sendVideo: (chat, bytes, filename) => bot.sendVideo(chat, bytes, {}, { filename, contentType: 'video/mp4' }),
    sendAudio: (chat, bytes, filename) => bot.sendAudio(chat, bytes, {}, { filename, contentType: 'audio/mpeg' }),
    sendDocument: (chat, sent, filename) =>
      bot.sendDocument(chat, sent, {}, { filename, contentType: 'application/octet-stream' }),
    editMessageText: (chat_id, message_id, text, more) => bot.editMessageText(text, { chat_id, message_id, ...more }),
    editMessageReplyMarkup: (chat_id, message_id, markup) =>
      bot.editMessageReplyMarkup(markup, { chat_id, message_id }),
    pinChatMessage: (chat, message) => bot.pinChatMessage(chat, message),
    unpinChatMessage: (chat) => bot.unpinChatMessage(chat),
    getChat: (chat) => bot.getChat(chat),
    getChatAdministrators: (chat) => bot.getChatAdministrators(chat),
    getChatMemberCount: (chat) => bot.getChatMemberCount(chat),
    getChatMember: (chat, user) => bot.getChatMember(chat, user),
    // It writes objects in a form its own way, which no bot API reads; its users send JSON.
    restrictChatMember: (chat, user, permissions) =>
      bot.restrictChatMember(chat, user, { permissions: JSON.stringify(permissions) }),
    unbanChatMember: (chat, user) => bot.unbanChatMember(chat, user, { only_if_banned: true }),
    setMyCommands: (commands) => bot.setMyCommands(commands),
    setMyName: (name) => bot.setMyName({ name }),
    setMyDescription: (description) => bot.setMyDescription({ description }),
    setMyShortDescription: (short_description) => bot.setMyShortDescription({ short_description }),
    sendDice: (chat) => bot.sendDice(chat),
    async startEcho() {
      bot.on('text', (message: Any) => bot.sendMessage(message.chat.id, message.text))
      bot.on('callback_query', async ({ id, data, message: { chat, message_id } }: Any) => {
        await bot.answerCallbackQuery(id)
        await bot.editMessageText(`You chose ${data}`, { chat_id: chat.id, message_id })
      })
      bot.startPolling()
    },
    async stop() {
      if (bot.isPolling()) await bot.stopPolling({ cancel: true })
    },
  }
}
