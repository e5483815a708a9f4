// A bot written with grammY.

import { Bot, InputFile } from 'grammy'
import type { Any, Library } from './library.ts'

export const grammyBot: Library = (token, url) => {
  const bot = new Bot(token, { client: { apiRoot: url } })
  const { api } = bot
  const file = (bytes: Buffer, name: string) => new InputFile(bytes, name)
  let running: Promise<void> | undefined
  return {
    getMe: () => api.getMe(),
    getUpdates: (offset) => api.getUpdates({ offset }),
    setWebhook: (where) => api.setWebhook(where),
    deleteWebhook: () => api.deleteWebhook(),
    getWebhookInfo: () => api.getWebhookInfo(),
    sendMessage: (chat, text, more) => api.sendMessage(chat, text, more),
    sendPhoto: (chat, bytes, name, more) => api.sendPhoto(chat, file(bytes, name), more),
    sendVideo: (chat, bytes, name) => api.sendVideo(chat, file(bytes, name)),
    sendAudio: (chat, bytes, name) => api.sendAudio(chat, file(bytes, name)),
    sendDocument: (chat, sent, name) => api.sendDocument(chat, typeof sent === 'string' ? sent : file(sent, name)),
    editMessageText: (chat, message, text, more) => api.editMessageText(chat, message, text, more),
    editMessageReplyMarkup: (chat, message, markup) =>
      api.editMessageReplyMarkup(chat, message, markup ? { reply_markup: markup as Any } : {}),
    pinChatMessage: (chat, message) => api.pinChatMessage(chat, message),
    unpinChatMessage: (chat) => api.unpinChatMessage(chat),
    getChat: (chat) => api.getChat(chat),
    getChatAdministrators: (chat) => api.getChatAdministrators(chat),
    getChatMemberCount: (chat) => api.getChatMemberCount(chat),
    getChatMember: (chat, user) => api.getChatMember(chat, user),
    restrictChatMember: (chat, user, permissions) => api.restrictChatMember(chat, user, permissions),
    unbanChatMember: (chat, user) => api.unbanChatMember(chat, user, { only_if_banned: true }),
    setMyCommands: (commands) => api.setMyCommands(commands),
    setMyName: (name) => api.setMyName(name),
    setMyDescription: (text) => api.setMyDescription(text),
    setMyShortDescription: (text) => api.setMyShortDescription(text),
    sendDice: (chat) => api.sendDice(chat, '🎲'),
    async startEcho() {
      bot.on('message:text', (ctx) => ctx.reply(ctx.message.text))
      bot.on('callback_query:data', async (ctx) => {
        await ctx.answerCallbackQuery()
        await ctx.editMessageText(`You chose ${ctx.callbackQuery.data}`)
      })
      await new Promise<void>((resolve) => {
        running = bot.start({ onStart: () => resolve() })
      })
    },
    async stop() {
      await bot.stop()
      await running
    },
  }
}
