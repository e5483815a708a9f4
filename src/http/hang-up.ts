// Tells when the caller of a request has gone before it was answered, or the server closes.

import type { Context } from 'koa'

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
