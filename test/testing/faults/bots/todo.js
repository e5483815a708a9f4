// A list of things to do in groups and private chats, kept in a file, written with node-telegram-bot-api.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import TelegramBot from 'node-telegram-bot-api'
import { careful, root, token } from './careful.js'

const file = process.env.TODO_FILE
const lists = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
const bot = new TelegramBot(token, { baseApiUrl: root, polling: { interval: 20 } })
const statusOf = ({ response }) => ({
  status: response?.body?.error_code,
  retryAfter: response?.body?.parameters?.retry_after,
})
bot.onText(/^\/add (.+)/, async ({ chat }, [, item]) => {
  lists[chat.id] = [...(lists[chat.id] ?? []), item]
  if (file) writeFileSync(file, JSON.stringify(lists))
  await careful(() => bot.sendMessage(chat.id, `${lists[chat.id].length}. ${item}`), statusOf)
})
bot.on('polling_error', ({ message }) => {
  console.error(message)
})
