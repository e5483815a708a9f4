// A shop with buttons, written with grammY.

import { Bot, InlineKeyboard } from 'grammy'
import { careful, endAfter, inTurn, root, token } from './careful.js'

const bot = new Bot(token, { client: { apiRoot: root, canUseWebhookReply: () => false } })
const statusOf = ({ error_code: status, parameters }) => ({ status, retryAfter: parameters?.retry_after })
const say = (ctx, text, more) => inTurn(() => careful(() => ctx.reply(text, more), statusOf))()
bot.command('start', (ctx) =>
  say(ctx, 'Menu', { reply_markup: new InlineKeyboard().text('Tea', 'tea').text('Coffee', 'coffee') }),
)
bot.on('callback_query:data', (ctx) => say(ctx, `One ${ctx.callbackQuery.data}, coming up`))
bot.catch(({ error }) => console.error(error))
bot.start({ drop_pending_updates: false }).then(endAfter, endAfter)
