// The error for a refused request body, and the function that drains its rest.

import type { IncomingMessage } from 'node:http'
import { clearTimeout, setTimeout } from 'node:timers'
import type { Context } from 'koa'
import { Refusal } from '../../spec/refusals.ts'

/** The longest time that an answer waits for a body to end. Draining continues afterwards, so that the answer arrives. */
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

/** Drains a refused body. Returns a BadBody if the client sent a bad body, else the error itself. */
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
    // Detaches earlier readers, which may have paused the request.
    req.unpipe().removeAllListeners('readable').resume()
  })
}
