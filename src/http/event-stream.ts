// Events as a stream of server-sent events.

import { once } from 'node:events'
import type { Context } from 'koa'
import type { QueryText } from '../control-api/views/parse-query.ts'
import type { Emulator } from '../emulator.ts'
import { hangUp } from './hang-up.ts'

const HEARTBEAT_MS = 15_000

/** A listener who does not read is waited for, so that nothing piles up; it is told later what went by. */
export async function streamEvents(ctx: Context, emulator: Emulator, query: QueryText, closing: AbortSignal) {
  const resumed = ctx.get('last-event-id')
  const signal = hangUp(ctx, closing)
  const events = emulator.feed({ ...query, ...(resumed && { after: resumed }) }, signal)
  ctx.respond = false
  const { res } = ctx
  res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' })
  if (ctx.method === 'HEAD') return void res.end()
  res.write(':\n\n')
  const heartbeat = setInterval(() => res.writableNeedDrain || res.write(':\n\n'), HEARTBEAT_MS)
  try {
    for await (const event of events) {
      if (res.write(`id: ${emulator.life}-${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))
        continue
      await once(res, 'drain', { signal }).catch(() => {})
    }
  } finally {
    clearInterval(heartbeat)
    res.end()
  }
}
