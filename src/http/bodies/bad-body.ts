// Bodies that are refused: why, and how the rest of them is read.

import type { IncomingMessage } from 'node:http'
import { clearTimeout, setTimeout } from 'node:timers'
import type { Context } from 'koa'
import { Refusal } from '../../spec/refusals.ts'

/** How long an answer waits for the end of a body. The rest is still read after it, so that the answer arrives. */
const MAX_DRAIN_MS = 2000

export class BadBody extends Error {
  constructor(
    message: string,
    /** The number of bytes that are allowed, if the body has more. */
    readonly allowed?: number,
  ) {
    super(message)
  }
}

/** Reads the rest of a refused body, and returns a BadBody if the error is the body's fault, else the error itself. */
export async function refusedBody(
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

/** Reads and discards a body: many clients look for the answer only after they have sent everything. */
export function drain(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_DRAIN_MS)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    if (req.readableEnded || req.destroyed) return done()
    req.once('end', done).once('close', done)
    // An earlier reader may still hold it back.
    req.unpipe().removeAllListeners('readable').resume()
  })
}
