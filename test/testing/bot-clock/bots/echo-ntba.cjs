// A bot of node-telegram-bot-api, which pauses for 300 ms between two polls.

const TelegramBot = require('node-telegram-bot-api')

const bot = new TelegramBot(process.env.BOT_TOKEN, { polling: true, baseApiUrl: process.env.BOT_API_URL })
bot.on('message', ({ chat, text }) => bot.sendMessage(chat.id, `You said ${text}`))
