// A quiz that remembers what it has asked, written with Telegraf.

import { Telegraf } from 'telegraf'
import { careful, endAfter, inTurn, root, token } from './careful.js'

const bot = new Telegraf(token, { telegram: { apiRoot: root } })
const asked = new Map()
const statusOf = ({ response }) => ({ status: response?.error_code, retryAfter: response?.parameters?.retry_after })
const say = (ctx, text) => inTurn(() => careful(() => ctx.reply(text), statusOf))()
bot.start(async (ctx) => {
  asked.set(ctx.chat.id, 'Paris')
  await say(ctx, 'The capital of France?')
})
bot.on('text', async (ctx) => {
  const isRight = asked.get(ctx.chat.id) === ctx.message.text
  await say(ctx, isRight ? 'Right!' : 'Wrong, or no question')
})
bot.catch((error) => console.error(error))
bot.launch().then(endAfter, endAfter)
