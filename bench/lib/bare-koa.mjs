// A minimal server to compare with, which gives the emulator's answers using common libraries.

import Router from '@koa/router'
import Koa from 'koa'
import { koaBody } from 'koa-body'
import * as z from 'zod'
import { waitingUpdate } from './waiting-update.mjs'

const params = z.object({
  chat_id: z.union([z.number(), z.string()]),
  text: z.string().min(1).max(4096),
  reply_markup: z.object({ inline_keyboard: z.array(z.array(z.object({ text: z.string() }))) }).optional(),
  reply_to_message_id: z.number().int().optional(),
})

let lastMessageId = 0
const router = new Router()
router.post('/bot:token/sendMessage', (ctx) => {
  const { chat_id, text } = params.parse(ctx.request.body)
  const message = {
    message_id: ++lastMessageId,
    from: { id: Number.parseInt(ctx.params.token, 10), is_bot: true, first_name: 'Greeter' },
    chat: { id: chat_id, type: 'private', first_name: 'Alice' },
    date: Math.floor(Date.now() / 1000),
    text,
  }
  ctx.body = { ok: true, result: message }
})

const pollParams = z.object({ offset: z.number().int().optional(), limit: z.number().int().optional() })
router.post('/bot:token/getUpdates', (ctx) => {
  const { limit } = pollParams.parse(ctx.request.body)
  ctx.body = { ok: true, result: [waitingUpdate(1)].slice(0, limit) }
})

const app = new Koa()
app.use(koaBody())
app.use(router.routes())
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
