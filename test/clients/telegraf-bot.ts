// A bot written with telegraf.

import { Telegraf } from 'telegraf'
import type { Any, Library } from './library.ts'

export const telegrafBot: Library = (token, url) => {
  const bot = new Telegraf(token, { telegram: { apiRoot: url } })
  const { telegram } = bot
  const file = (source: Buffer, filename: string) => ({ source, filename })
  let running: Promise<void> | undefined
  return {
    getMe: () => telegram.getMe(),
    getUpdates: (offset) => telegram.callApi('getUpdates', { offset }),
    setWebhook: (where) => telegram.setWebhook(where),
    deleteWebhook: () => telegram.deleteWebhook(),
    getWebhookInfo: () => telegram.getWebhookInfo(),
    sendMessage: (chat, text, more) => telegram.sendMessage(chat, text, more),
    sendPhoto: (chat, bytes, name, more) => telegram.sendPhoto(chat, file(bytes, name), more),
    sendVideo: (chat, bytes, name) => telegram.sendVideo(chat, file(bytes, name)),
    sendAudio: (chat, bytes, name) => telegram.sendAudio(chat, file(bytes, name)),
    sendDocument: (chat, sent, name) => telegram.sendDocument(chat, typeof sent === 'string' ? sent : file(sent, name)),
    editMessageText: (chat, message, text, more) => telegram.editMessageText(chat, message, undefined, text, more),
    editMessageReplyMarkup: (chat, message, markup) =>
      telegram.editMessageReplyMarkup(chat, message, undefined, markup as Any),
    pinChatMessage: (chat, message) => telegram.pinChatMessage(chat, message),
    unpinChatMessage: (chat) => telegram.unpinChatMessage(chat),
    getChat: (chat) => telegram.getChat(chat),
    getChatAdministrators: (chat) => telegram.getChatAdministrators(chat),
    getChatMemberCount: (chat) => telegram.getChatMembersCount(chat),
    getChatMember: (chat, user) => telegram.getChatMember(chat, user),
    restrictChatMember: (chat, user, permissions) => telegram.restrictChatMember(chat, user, { permissions }),
    unbanChatMember: (chat, user) => telegram.unbanChatMember(chat, user, { only_if_banned: true }),
    setMyCommands: (commands) => telegram.setMyCommands(commands),
    setMyName: (name) => telegram.setMyName(name),
    setMyDescription: (text) => telegram.setMyDescription(text),
    setMyShortDescription: (text) => telegram.setMyShortDescription(text),
    sendDice: (chat) => telegram.sendDice(chat),
    async startEcho() {
      bot.on('text', (ctx) => ctx.reply(ctx.message.text))
      bot.action(/.+/, async (ctx) => {
        await ctx.answerCbQuery()
        await ctx.editMessageText(`You chose ${ctx.match[0]}`)
      })
      await new Promise<void>((resolve) => {
        running = bot.launch({}, resolve)
      })
    },
    async stop() {
      if (running) bot.stop()
      await running
    },
  }
}
