// Tells when the caller of a request has gone before it was answered.

import type { Context } from 'koa'

export function hangUp(ctx: Context): AbortSignal {
  const controller = new AbortController()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort()
  })
  return controller.signal
}
