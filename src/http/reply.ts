// Ends a request: with an answer, a Problem, or a lost connection.

import type { Context, Middleware } from 'koa'
import type { Problem } from '../lib/problem.ts'
import { sanitizeLines } from '../lib/safe-text.ts'
import { type Answer, refusalAnswer, toRefusal } from '../service/bot-api/answer.ts'

/** Writes directly to the response. Koa would load undici, in which it looks up Response, and compute the length again. */
export function reply(ctx: Context, { status, body }: Answer) {
  ctx.respond = false
  const { req, res } = ctx
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  if (req.complete) return void res.end(body)
  // Discards the rest of the body. A client that is still sending it would lose the answer if the connection closed.
  res.write(body)
  req.once('close', () => res.end())
  req.unpipe().resume()
}

/** Resets the connection, or leaves it open and silent until the client gives up. */
export function loseConnection(ctx: Context, how: 'reset' | 'silence') {
  ctx.respond = false
  if (how === 'reset') ctx.req.socket.resetAndDestroy()
}

const CODES: Readonly<Record<number, string>> = {
  403: 'no-right no-permission not-a-member muted banned blocked',
  404: 'not-found no-such-route no-such-view no-such-message no-such-recording no-such-update no-such-delivery unknown-action no-such-file no-such-bytes',
  408: 'no-such-call',
  413: 'too-large',
  500: 'internal broken-package',
  507: 'disk-full unwritable-folder unwritable-database',
}

const STATUS = new Map(
  Object.entries(CODES).flatMap(([status, codes]) => codes.split(' ').map((code) => [code, Number(status)])),
)

export function replyProblem(
  ctx: Context,
  { code, message, hint, details }: Problem,
  status = STATUS.get(code) ?? 400,
  more: object = {},
) {
  const error = { code, message, hint, ...(details && { details }) }
  reply(ctx, { status, body: JSON.stringify({ ok: false, ...more, error }) })
}

/** Logs and answers errors that no other middleware caught. */
export const handleUncaughtErrors: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    // Checks the socket, because `req.destroyed` is already true once the body is read.
    if (ctx.req.socket.destroyed || ctx.res.headersSent) return
    const path = ctx.path.replace(/^\/bot[^/]*/, '/bot…')
    process.stderr.write(`${sanitizeLines(`${ctx.method} ${path}: ${(error as Error).stack}`)}\n`)
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
