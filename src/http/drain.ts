// Reads a body away that nobody wants: a client that is still sending would not see the answer.

import type { IncomingMessage } from 'node:http'

/** How long a client may go on; what it sends after that is cut off. */
const MOST_MS = 10_000

export function drain(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MOST_MS)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    if (req.readableEnded || req.destroyed) return done()
    req.once('end', done).once('close', done)
    req.resume()
  })
}
