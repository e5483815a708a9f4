// Writes an answer that is JSON text already.

import type { Context } from 'koa'
import type { Answer } from '../bot-door.ts'

export function reply(ctx: Context, { status, body }: Answer) {
  ctx.status = status
  ctx.set('Content-Type', 'application/json; charset=utf-8')
  ctx.body = body
}
