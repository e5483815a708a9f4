// Ends a request: with an answer, a Problem, or a lost connection.

import type { IncomingMessage } from 'node:http'
import type { Context, Middleware } from 'koa'
import { type Answer, refusalAnswer, toRefusal } from '../bot-api/answer.ts'
import { sanitizeLines } from '../describe/text.ts'
import type { Problem } from '../lib/problem.ts'

/** Writes directly to the response, because Koa would compute type and length again. */
export function reply(ctx: Context, { status, body }: Answer) {
  ctx.respond = false
  const { req, res } = ctx
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
  if (!isDraining(req)) {
    res.writeHead(status, headers).end(body)
    return
  }
  // The connection stays open while the client is still sending its body. Otherwise the client would lose the answer.
  res.writeHead(status, { ...headers, Connection: 'close' }).write(body)
  req.once('close', () => res.end())
}

const isDraining = (req: IncomingMessage) => req.readableFlowing === true && !req.complete

/** Resets the connection, or leaves it open and silent until the client gives up. */
export function loseConnection(ctx: Context, how: 'reset' | 'silence') {
  ctx.respond = false
  if (how === 'reset') ctx.req.socket.resetAndDestroy()
}

const STATUS: Readonly<Record<string, number>> = {
  'not-found': 404,
  'no-such-route': 404,
  'no-such-view': 404,
  'no-such-message': 404,
  'no-such-recording': 404,
  'no-such-update': 404,
  'no-such-delivery': 404,
  'unknown-action': 404,
  'no-such-file': 404,
  'no-such-bytes': 404,
  'no-such-call': 408,
  'too-large': 413,
  'disk-full': 507,
  'unwritable-folder': 507,
  'unwritable-database': 507,
  internal: 500,
  'broken-package': 500,
  'no-right': 403,
  'no-permission': 403,
  'not-a-member': 403,
  muted: 403,
  banned: 403,
  blocked: 403,
}

export function replyProblem(ctx: Context, { code, message, hint, details }: Problem, status = STATUS[code] ?? 400) {
  const error = { code, message, hint, ...(details && { details }) }
  reply(ctx, { status, body: JSON.stringify({ ok: false, error }) })
}

/** Logs and answers errors that no other middleware caught. */
export const handleUncaughtErrors =
  (mask: (text: string) => string): Middleware =>
  async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      // Checks the socket, because `req.destroyed` is already true once the body is read.
      if (ctx.req.socket.destroyed || ctx.res.headersSent) return
      const path = ctx.path.replace(/^\/bot[^/]*/, '/bot…')
      process.stderr.write(`${sanitizeLines(mask(`${ctx.method} ${path}: ${(error as Error).stack}`))}\n`)
      reply(ctx, refusalAnswer(toRefusal(error)))
    }
  }

/** Returns a signal that aborts if the client disconnects before the end of its answer, or if the server closes. */
export function disconnectSignal({ res }: Context, closing?: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort()
  const check = () => {
    closing?.removeEventListener('abort', stop)
    if (!res.writableFinished) stop()
  }
  if (res.closed) check()
  else {
    closing?.addEventListener('abort', stop)
    res.once('close', check)
  }
  return controller.signal
}
