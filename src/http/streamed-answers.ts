// Streams long lists of a view as JSON, and events as server-sent events.

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'koa'
import { isRows, lazyFieldOf } from '../control/views/find-view.ts'
import type { QueryText } from '../control/views/parse-query.ts'
import type { Emulator } from '../emulator.ts'
import { stopwatch } from '../lib/clock.ts'
import { clearInterval, setInterval } from '../lib/real-timers.ts'
import { disconnectSignal } from './reply.ts'

const SLICE_CHARACTERS = 64 * 1024
const SLICE_MS = 10

/** Sends a long list in slices, so that other requests can run in between. */
export function sendView(ctx: Context, view: unknown) {
  const field = lazyFieldOf(view)
  if (!isRows(view) && field === undefined) {
    ctx.body = { ok: true, result: view ?? null }
    return
  }
  const slices = field === undefined ? slicesOf(view as Iterable<unknown>, '[', ']') : slicesOfField(view, field)
  const [first, second] = [slices.next(), slices.next()]
  ctx.type = 'json'
  ctx.body = second.done
    ? first.value
    : Readable.from(yieldBetweenSlices([first, second], slices), { objectMode: false })
}

function slicesOfField(view: unknown, field: string): Generator<string, void> {
  const { [field]: rows = [], ...others } = view as Record<string, Iterable<unknown>>
  // The JSON of all fields but the list, without its closing brace. The list is added as the last field.
  const begun = JSON.stringify(others).slice(0, -1)
  return slicesOf(rows, `${begun},${JSON.stringify(field)}:[`, ']}')
}

function* slicesOf(rows: Iterable<unknown>, begin: string, end: string): Generator<string, void> {
  let slice = `{"ok":true,"result":${begin}`
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
  yield `${slice}${end}}`
}

async function* yieldBetweenSlices(readySlices: readonly IteratorResult<string, void>[], slices: Iterable<string>) {
  for (const { value } of readySlices) if (value) yield value
  for (const slice of slices) {
    await nextTurn()
    yield slice
  }
}

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
