// Streams events as server-sent events.

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Context } from 'koa'
import type { QueryText } from '../control/views/find-view.ts'
import type { Emulator } from '../emulator.ts'
import { clearInterval, setInterval } from '../lib/real-timers.ts'
import { disconnectSignal } from './reply.ts'

const HEARTBEAT_MS = 15_000
const EVENT_STREAM = { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' }

/** Begins a stream of server-sent events. A comment every 15 seconds shows the client that the emulator is alive. */
export function beginEventStream(res: ServerResponse) {
  res.writeHead(200, EVENT_STREAM)
  const heartbeat = setInterval(() => res.writableNeedDrain || res.write(':\n\n'), HEARTBEAT_MS)
  res.once('close', () => clearInterval(heartbeat))
}

/** Waits for a slow client instead of buffering. If the log drops events meanwhile, the feed reports them as missed. */
export async function streamEvents(ctx: Context, emulator: Emulator, query: QueryText, closing: AbortSignal) {
  const lastEventId = ctx.get('last-event-id')
  const signal = disconnectSignal(ctx, closing)
  const events = emulator.feed({ ...query, ...(lastEventId && { after: lastEventId }) }, signal)
  ctx.respond = false
  const { res } = ctx
  if (ctx.method === 'HEAD') return void res.writeHead(200, EVENT_STREAM).end()
  beginEventStream(res)
  res.write(':\n\n')
  try {
    for await (const event of events) {
      if (res.write(`id: ${emulator.runId}-${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))
        continue
      await once(res, 'drain', { signal }).catch(() => {})
    }
  } finally {
    res.end()
  }
}
