// The error for a refused request body, and how its rest is discarded.

import type { IncomingMessage } from 'node:http'
import { clearTimeout, setTimeout } from 'node:timers'
import type { Context } from 'koa'
import { Refusal } from '../../spec/refusals.ts'

/**
 * The longest time that the answer to a refused body waits until the client has sent all of the body. The rest is read
 * and discarded even after this time, so that the client can receive the answer.
 */
const MAX_DRAIN_MS = 2000

export class BadBody extends Error {
  constructor(
    message: string,
    /** The limit in bytes, if the body exceeds it. */
    readonly allowed?: number,
  ) {
    super(message)
  }
}

/**
 * Reads and discards the rest of a refused body. Returns the error to throw: a BadBody if the client caused the error,
 * else the error itself.
 */
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

/** Reads and discards a body, because many clients read the answer only after sending everything. */
export function drain(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_DRAIN_MS)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    if (req.readableEnded || req.destroyed) return done()
    req.once('end', done).once('close', done)
    // Detaches earlier readers of the request, which may have paused it.
    req.unpipe().removeAllListeners('readable').resume()
  })
}
