// What nobody else has caught: a caller who has gone needs no answer, anybody else a plain one.

import type { Middleware } from 'koa'
import { refusedAnswer } from '../answer.ts'
import { Refusal } from '../spec/refusals.ts'
import { reply } from './reply.ts'

export const lastResort: Middleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    if (ctx.req.destroyed || ctx.res.headersSent) return
    process.stderr.write(`${ctx.method} ${ctx.path.replace(/^\/bot[^/]*/, '/bot…')}: ${(error as Error).stack}\n`)
    reply(ctx, refusedAnswer(new Refusal(500, 'Internal Server Error', 'ENV-06', String(error))))
  }
}
