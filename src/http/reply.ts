// How a request ends: with an answer, with an error of our own, or with a lost connection.

import type { IncomingMessage } from 'node:http'
import type { Context, Middleware } from 'koa'
import { type Answer, refusalOf, refusedAnswer } from '../bot-api/answer.ts'
import { sanitizeLines } from '../describe/text.ts'
import type { Problem } from '../lib/problem.ts'

/** Writes JSON text past Koa, which would compute its type and length again. */
export function reply(ctx: Context, { status, body }: Answer) {
  ctx.respond = false
  const { req, res } = ctx
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
  if (!isDraining(req)) {
    res.writeHead(status, headers).end(body)
    return
  }
  // If the connection closed while the client still sends, the client would lose the answer.
  res.writeHead(status, { ...headers, Connection: 'close' }).write(body)
  req.once('close', () => res.end())
}

/** True while the rest of a refused body is still read. */
const isDraining = (req: IncomingMessage) => req.readableFlowing === true && !req.complete

/** Resets the connection, or leaves it open and silent until the client gives up. */
export function lose(ctx: Context, how: 'reset' | 'silence') {
  ctx.respond = false
  if (how === 'reset') ctx.req.socket.resetAndDestroy()
}

const STATUS: Readonly<Record<string, number>> = {
  'not-found': 404,
  'no-such-route': 404,
  'no-such-view': 404,
  'no-such-message': 404,
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

/** Answers any error that nothing else has caught, if the client is still there. */
export const lastResort: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    // A request counts as destroyed once its body is read; its socket tells whether the client is there.
    if (ctx.req.socket.destroyed || ctx.res.headersSent) return
    const path = ctx.path.replace(/^\/bot[^/]*/, '/bot…')
    process.stderr.write(`${sanitizeLines(`${ctx.method} ${path}: ${(error as Error).stack}`)}\n`)
    reply(ctx, refusedAnswer(refusalOf(error)))
  }
}

/** Returns a signal that aborts when the client is gone before its answer, or when the server closes. */
export function hangUp({ res }: Context, closing?: AbortSignal): AbortSignal {
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
