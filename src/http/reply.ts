// Writes an answer that is JSON text already.

import type { Context } from 'koa'
import type { Answer } from '../bot-api/answer.ts'

/** Past Koa, which would find out again what is known here. */
export function reply(ctx: Context, { status, body }: Answer) {
  ctx.respond = false
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
  ctx.res.writeHead(status, headers).end(body)
}
