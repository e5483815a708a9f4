// The bytes of an upload in slices, so that a body made to be slow to parse holds up nobody but itself.

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stopwatch } from '../../lib/clock.ts'
import { LIMITS } from '../../spec/limits.ts'
import { BadBody } from './bad-body.ts'

const MIN_BYTES = 1024
const MAX_BYTES = 64 * 1024

/** How long parsing one slice may take before the next is a smaller one. */
const LONG_MS = 1

/** In place of the request for whoever parses it. */
export function inSlices(req: IncomingMessage) {
  return Object.assign(Readable.from(slices(req), { objectMode: false, highWaterMark: 1 }), { headers: req.headers })
}

async function* slices(req: IncomingMessage) {
  let received = 0
  let size = MIN_BYTES
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.length
    if (received > LIMITS.multipartBytes) throw tooLarge()
    for (let at = 0; at < chunk.length; ) {
      const elapsed = stopwatch()
      yield chunk.subarray(at, at + size)
      at += size
      const long = elapsed() > LONG_MS
      size = long ? Math.max(size / 2, MIN_BYTES) : Math.min(size * 2, MAX_BYTES)
      if (long) await nextTurn()
    }
  }
}

export const tooLarge = () => new BadBody(`more than ${LIMITS.multipartBytes} bytes`, LIMITS.multipartBytes)
