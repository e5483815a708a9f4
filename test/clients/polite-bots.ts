// One polite bot, written twice: it greets with a button, echoes texts, and thanks for a press.

import { spawn } from 'node:child_process'
import { Bot } from 'grammy'
import { onTestFinished } from 'vitest'
import { isHere } from '../helpers/programs.ts'

/** Runs the bot until the test is over. */
export type PoliteBot = (url: string, token: string) => void

const grammy: PoliteBot = (url, token) => {
  const bot = new Bot(token, { client: { apiRoot: url } })
  const reply_markup = { inline_keyboard: [[{ text: 'Thanks', callback_data: 'thanks' }]] }
  bot.command('start', (ctx) => ctx.reply(`Hello, ${ctx.from?.first_name}!`, { reply_markup }))
  bot.on('message:text', (ctx) =>
    ctx.api.sendMessage(ctx.chat.id, ctx.message.text, { reply_to_message_id: ctx.message.message_id } as object),
  )
  bot.on('callback_query:data', (ctx) => ctx.editMessageText('You are welcome.'))
  bot.catch(() => {})
  const running = bot.start()
  onTestFinished(async () => {
    await bot.stop().catch(() => {})
    await running.catch(() => {})
  })
}

const python: PoliteBot = (BOT_API_URL, BOT_TOKEN) => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, BOT_API_URL, BOT_TOKEN }
  const child = spawn('python3', ['test/clients/echo_bot.py'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
}

export const POLITE_BOTS: [string, PoliteBot][] = [
  ['grammY', grammy],
  ...(isHere('python3') ? [['Python', python] as [string, PoliteBot]] : []),
]
