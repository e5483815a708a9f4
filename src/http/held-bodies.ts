// Requests with `Expect: 100-continue`, whose body is sent only on demand.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Context } from 'koa'

const held = new WeakSet<ServerResponse>()

/** Delays the body of a bot's call until `askForBody` is called. Asks for the body of other requests at once. */
export function holdBodies(server: Server, handle: (req: IncomingMessage, res: ServerResponse) => unknown) {
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    if (req.url?.startsWith('/bot')) {
      held.add(res)
      // The connection closes after the answer, because it is unknown whether a client sends its body after a refusal.
      res.setHeader('Connection', 'close')
    } else res.writeContinue()
    handle(req, res)
  })
}

export const isBodyHeld = ({ res }: Context) => held.has(res)

export function askForBody({ res }: Context) {
  if (!held.delete(res)) return
  res.removeHeader('Connection')
  res.writeContinue()
}
