// What nobody else has caught: a caller who has gone needs no answer, anybody else a plain one.

import type { Middleware } from 'koa'
import { refusalOf, refusedAnswer } from '../bot-api/answer.ts'
import { sanitizeLines } from '../describe/text.ts'
import { reply } from './reply.ts'

export const lastResort: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    // A request whose body was read counts as destroyed; the connection tells whether anybody is there.
    if (ctx.req.socket.destroyed || ctx.res.headersSent) return
    const path = ctx.path.replace(/^\/bot[^/]*/, '/bot…')
    process.stderr.write(`${sanitizeLines(`${ctx.method} ${path}: ${(error as Error).stack}`)}\n`)
    reply(ctx, refusedAnswer(refusalOf(error)))
  }
}
