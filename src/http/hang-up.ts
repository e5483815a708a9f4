// Tells when the caller of a request has gone before it was answered.

import type { Context } from 'koa'

export function hangUp({ res }: Context): AbortSignal {
  const controller = new AbortController()
  const check = () => {
    if (!res.writableFinished) controller.abort()
  }
  if (res.closed) check()
  else res.once('close', check)
  return controller.signal
}
