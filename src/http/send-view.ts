// A view as an answer: a long list goes out in slices, so that it holds up nobody else.

import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'koa'
import { isRows } from '../control-api/views/find-view.ts'
import { stopwatch } from '../lib/clock.ts'

const SLICE_CHARACTERS = 64 * 1024
const SLICE_MS = 10

export function sendView(ctx: Context, view: unknown) {
  if (!isRows(view)) {
    ctx.body = { ok: true, result: view ?? null }
    return
  }
  const slices = slicesOf(view)
  const [first, second] = [slices.next(), slices.next()]
  ctx.type = 'json'
  ctx.body = second.done ? first.value : Readable.from(inTurns([first, second], slices), { objectMode: false })
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

async function* inTurns(begun: readonly IteratorResult<string, void>[], slices: Iterable<string>) {
  for (const { value } of begun) if (value) yield value
  for (const slice of slices) {
    await nextTurn()
    yield slice
  }
}
