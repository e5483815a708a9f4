// Refuses request bodies, and discards the rest of a refused body.

import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { clearTimeout, setTimeout } from '../../lib/real-timers.ts'
import { Refusal } from '../../spec/refusals.ts'

/** The longest time for which the answer to a refused request waits, while the rest of the body is discarded. */
const MAX_DRAIN_MS = 2000

export class BadBody extends Error {
  constructor(
    message: string,
    /** The maximum size in bytes, if the body was refused because it is larger. */
    readonly allowed?: number,
  ) {
    super(message)
  }
}

/** Discards the rest of a refused body, and returns the error to throw: a BadBody if the client caused the error. */
export async function drainRefusedBody(
  ctx: Context,
  error: Error & { status?: number; httpCode?: number },
  allowed: number,
): Promise<Error> {
  if (ctx.req.socket.destroyed) return error
  await drain(ctx.req)
  if (error instanceof Refusal || error instanceof BadBody) return error
  const { message, httpCode, status = httpCode } = error
  if (status === 413) return new BadBody(message, allowed)
  const isUnpacking = 'errno' in error && !('syscall' in error)
  return isUnpacking || (status !== undefined && status < 500) ? new BadBody(message) : error
}

/** Waits until the client has sent its body, because many clients read the answer only then. */
export function drain(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_DRAIN_MS)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    if (req.readableEnded || req.destroyed) return done()
    req.once('end', done).once('close', done)
    // Removes earlier readers of the request, which may have paused it.
    req.unpipe().removeAllListeners('readable').resume()
  })
}
