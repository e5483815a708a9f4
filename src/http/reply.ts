// Writes an answer that is JSON text already.

import type { Context } from 'koa'
import type { Answer } from '../bot-api/answer.ts'
import { isDraining } from './bodies/drain.ts'

/** Past Koa, which would find out again what is known here. */
export function reply(ctx: Context, { status, body }: Answer) {
  ctx.respond = false
  const { req, res } = ctx
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
  if (!isDraining(req)) {
    res.writeHead(status, headers).end(body)
    return
  }
  // A connection that closed under a caller who still sends would take the answer with it.
  res.writeHead(status, { ...headers, Connection: 'close' }).write(body)
  req.once('close', () => res.end())
}
