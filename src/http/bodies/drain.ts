// Reads a body away that nobody wants: many clients look for the answer only when they have sent everything.

import type { IncomingMessage } from 'node:http'
import { clearTimeout, setTimeout } from 'node:timers'

/** How long the answer waits for the end; what comes after it is still read away, so that the answer arrives. */
const MAX_MS = 2000

export function drain(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_MS)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    if (req.readableEnded || req.destroyed) return done()
    req.once('end', done).once('close', done)
    // Whoever read it before may still hold it back.
    req.unpipe().removeAllListeners('readable').resume()
  })
}
