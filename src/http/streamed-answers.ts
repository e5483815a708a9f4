// Streams long lists of a view as JSON, and events as server-sent events.

import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'koa'
import { isRows } from '../control-api/views/find-view.ts'
import type { QueryText } from '../control-api/views/parse-query.ts'
import type { Emulator } from '../emulator.ts'
import { stopwatch } from '../lib/clock.ts'
import { disconnectSignal } from './reply.ts'

const SLICE_CHARACTERS = 64 * 1024
const SLICE_MS = 10

/** Sends the result of a view. Sends a long list in slices, so that other requests can run in between. */
export function sendView(ctx: Context, view: unknown) {
  if (!isRows(view)) {
    ctx.body = { ok: true, result: view ?? null }
    return
  }
  const slices = slicesOf(view)
  const [first, second] = [slices.next(), slices.next()]
  ctx.type = 'json'
  ctx.body = second.done
    ? first.value
    : Readable.from(yieldBetweenSlices([first, second], slices), { objectMode: false })
}

function* slicesOf(rows: Iterable<unknown>): Generator<string, void> {
  let slice = '{"ok":true,"result":['
  let comma = ''
  let elapsed = stopwatch()
  for (const row of rows) {
    slice += comma + JSON.stringify(row)
    comma = ','
    if (slice.length < SLICE_CHARACTERS && elapsed() < SLICE_MS) continue
    yield slice
    slice = ''
    elapsed = stopwatch()
  }
  yield `${slice}]}`
}

async function* yieldBetweenSlices(readySlices: readonly IteratorResult<string, void>[], slices: Iterable<string>) {
  for (const { value } of readySlices) if (value) yield value
  for (const slice of slices) {
    await nextTurn()
    yield slice
  }
}

const HEARTBEAT_MS = 15_000

/**
 * Streams events to a client. Waits for a client that reads slowly instead of buffering the events. If the event log
 * drops events meanwhile, the feed reports them as missed.
 */
export async function streamEvents(ctx: Context, emulator: Emulator, query: QueryText, closing: AbortSignal) {
  const lastEventId = ctx.get('last-event-id')
  const signal = disconnectSignal(ctx, closing)
  const events = emulator.feed({ ...query, ...(lastEventId && { after: lastEventId }) }, signal)
  ctx.respond = false
  const { res } = ctx
  res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' })
  if (ctx.method === 'HEAD') return void res.end()
  res.write(':\n\n')
  const heartbeat = setInterval(() => res.writableNeedDrain || res.write(':\n\n'), HEARTBEAT_MS)
  try {
    for await (const event of events) {
      if (res.write(`id: ${emulator.runId}-${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))
        continue
      await once(res, 'drain', { signal }).catch(() => {})
    }
  } finally {
    clearInterval(heartbeat)
    res.end()
  }
}
