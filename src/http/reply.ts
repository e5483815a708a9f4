// How an answer goes out, or does not arrive.

import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import type { Answer } from '../bot-api/answer.ts'

/** Writes JSON text past Koa, which would find out again what is known here. */
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

/** The connection is reset, or stays open and silent until the caller gives up. */
export function lose(ctx: Context, how: 'reset' | 'silence') {
  ctx.respond = false
  if (how === 'reset') ctx.req.socket.resetAndDestroy()
}

/** Whether there is still more to come of a body that is read away. */
const isDraining = (req: IncomingMessage) => req.readableFlowing === true && !req.complete
