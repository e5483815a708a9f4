// Requests with `Expect: 100-continue`, whose body is sent only on demand.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Context } from 'koa'

const held = new WeakSet<ServerResponse>()

/** Calls of bots stay without their body until `askForBody`; other requests are asked for it at once. */
export function holdBodies(server: Server, handle: (req: IncomingMessage, res: ServerResponse) => unknown) {
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
    if (req.url?.startsWith('/bot')) {
      held.add(res)
      // The client may or may not send its body after a refusal.
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
