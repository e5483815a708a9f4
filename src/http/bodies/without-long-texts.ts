// Sets aside what is long in a body of JSON, as the bytes of a file are, while it comes: what is left is soon parsed.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { LongText } from '../../lib/long-text.ts'
import { BadBody } from './bad-body.ts'

/** Room for the largest file as base64. */
const MAX_BYTES = 80 * 1024 * 1024

/** No other text may be as long, however its characters are encoded. */
const LONG_BYTES = 12 * 1024 * 1024

const [QUOTE, BACKSLASH] = [0x22, 0x5c]

/** In place of the request for whoever parses it, with stand-ins for long texts. A compressed body stays as it is. */
export function withoutLongTexts(req: IncomingMessage) {
  const longTexts = new Map<string, LongText>()
  const { 'content-length': length, 'content-encoding': encoding = 'identity', ...headers } = req.headers
  // A stream in between costs an action a third of its time.
  if (encoding !== 'identity' || Number(length) <= LONG_BYTES) return { rest: req, longTexts }
  const rest = Readable.from(shortened(req, longTexts), { objectMode: false })
  return { rest: Object.assign(rest, { headers }), longTexts }
}

async function* shortened(req: IncomingMessage, longTexts: Map<string, LongText>) {
  /** Of a text that began in an earlier chunk. */
  let held: Buffer[] = []
  let inText = false
  let isEscaped = false
  let received = 0
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.length
    if (received > MAX_BYTES) throw new BadBody(`more than ${MAX_BYTES} bytes`, MAX_BYTES)
    /** Of what is still to be handed on. */
    let from = 0
    let textFrom = 0
    for (let at = 0; at < chunk.length; at++) {
      if (isEscaped) isEscaped = false
      else if (chunk[at] === BACKSLASH) isEscaped = inText
      else if (chunk[at] === QUOTE) {
        if (held.length) {
          yield* orStandIn([...held, chunk.subarray(0, at)], longTexts)
          held = []
          from = at
        }
        inText = !inText
        textFrom = at + 1
      }
    }
    if (held.length) held.push(chunk)
    else if (inText) {
      yield chunk.subarray(from, textFrom)
      held.push(chunk.subarray(textFrom))
    } else yield chunk.subarray(from)
  }
  yield* orStandIn(held, longTexts)
}

function orStandIn(text: Buffer[], longTexts: Map<string, LongText>): Buffer[] {
  if (text.reduce((sum, { length }) => sum + length, 0) <= LONG_BYTES) return text
  const standIn = randomUUID()
  longTexts.set(standIn, text)
  return [Buffer.from(standIn)]
}
