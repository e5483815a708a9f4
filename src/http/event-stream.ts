// Events as a stream of server-sent events.

import { once } from 'node:events'
import type { Context } from 'koa'
import type { Emulator } from '../emulator.ts'
import { hangUp } from './hang-up.ts'

const HEARTBEAT_MS = 15_000

export async function streamEvents(ctx: Context, emulator: Emulator, query: Record<string, string>) {
  const resumed = ctx.get('last-event-id')
  const signal = hangUp(ctx)
  const events = emulator.feed({ ...query, ...(resumed && { after: resumed }) }, signal)
  ctx.respond = false
  const { res } = ctx
  res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' })
  res.write(':\n\n')
  const gone = once(signal, 'abort')
  const heartbeat = setInterval(() => res.write(':\n\n'), HEARTBEAT_MS)
  try {
    for await (const event of events) {
      const said = `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
      if (!res.write(said)) await Promise.race([once(res, 'drain'), gone])
    }
  } finally {
    clearInterval(heartbeat)
    res.end()
  }
}
