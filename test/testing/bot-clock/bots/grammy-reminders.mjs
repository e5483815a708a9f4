// A grammY bot that knows nothing of emulators: /remind sets two timers, /fetch waits for a slow answer.

import { Bot } from 'grammy'

const bot = new Bot(process.env.BOT_TOKEN, { client: { apiRoot: process.env.BOT_API_URL } })
const time = () => new Date().toISOString()

bot.command('remind', async (ctx) => {
  setTimeout(() => ctx.reply(`two days later ${time()}`), 2 * 86_400_000)
  setTimeout(() => ctx.reply(`ten minutes later ${time()}`), 600_000)
  await ctx.reply(`noted ${time()}`)
})

bot.command('fetch', (ctx) => {
  fetch(process.env.SLOW_URL)
    .then((answer) => answer.text())
    .catch((error) => `failed: ${error.cause?.code ?? error.message}`)
    .then((text) => ctx.reply(text))
})

bot.catch((error) => console.error(error))
bot.start()
