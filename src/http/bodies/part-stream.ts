// Rewrites a multipart body for the parser formidable: checks parts and replaces their headers.

import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stopwatch } from '../../lib/clock.ts'
import { LIMITS } from '../../spec/limits.ts'
import { BadBody } from './bad-body.ts'
import { type PartHead, readPartHead } from './part-head.ts'

/** The maximum number of parts in a body, far more than any operation has parameters. */
const MAX_PARTS = 200

/** The maximum size of the names and values of all headers of a part, far above what clients send. */
const MAX_HEAD_BYTES = 16 * 1024
/** The maximum size of the headers of a part while they are received. Colons, spaces and line ends count too. */
const MAX_RAW_HEAD_BYTES = 4 * MAX_HEAD_BYTES

/** The longest boundary that RFC 2046 allows. */
const MAX_BOUNDARY_CHARACTERS = 70

const MIN_SLICE_BYTES = 1024
const MAX_SLICE_BYTES = 64 * 1024
/** After a slice that takes longer than this, the next slice is smaller. */
const LONG_MS = 1

const LINE = Buffer.from('\r\n')
const EMPTY_LINE = Buffer.from('\r\n\r\n')

/** The headers of a part, as formidable gets them. A number replaces the name of the part. */
export interface PlainPart {
  name: number
  isFile: boolean
}

/**
 * Returns a body in which each part has a number as its name, and no other headers. formidable would parse the original
 * headers slowly, miss some file names, and crash on some transfer encodings. Drops a part if `onHead` returns
 * undefined.
 */
export function partStream(req: IncomingMessage, onHead: (head: PartHead) => PlainPart | undefined) {
  const delimiter = Buffer.from(`\r\n--${parseBoundary(req.headers['content-type'] ?? '')}`)
  // The boundary is random, so that no client can guess it. It contains only 0 and 1, so that formidable's search can
  // skip most data.
  const ownBoundary = randomBytes(8).reduce((text, byte) => text + byte.toString(2).padStart(8, '0'), '')
  const parts = createPartReader(delimiter, (head) => {
    const part = onHead(head)
    return part && Buffer.from(`\r\n--${ownBoundary}\r\n${plainHead(part)}\r\n`)
  })

  async function* pieces() {
    let received = 0
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length
      if (received > LIMITS.multipartBytes) throw tooLarge()
      yield* parts.read(chunk)
    }
    // An empty body is valid: the bot library go-telegram/bot sends one for a call without parameters.
    if (received > 0 && !parts.hasEnded()) throw new BadBody('the body ends in the middle of a part')
    yield Buffer.from(`\r\n--${ownBoundary}--`)
  }

  const headers = { 'content-type': `multipart/form-data; boundary=${ownBoundary}`, 'transfer-encoding': 'chunked' }
  return Object.assign(Readable.from(inSlices(pieces()), { objectMode: false, highWaterMark: 1 }), { headers })
}

export const tooLarge = () => new BadBody(`more than ${LIMITS.multipartBytes} bytes`, LIMITS.multipartBytes)

function parseBoundary(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw new BadBody('the content type names no boundary')
  if (boundary.length <= MAX_BOUNDARY_CHARACTERS) return boundary
  throw new BadBody(`the boundary has more than ${MAX_BOUNDARY_CHARACTERS} characters`)
}

/** formidable reads a part with a content type as a file, and any other as a field. */
const plainHead = ({ name, isFile }: PlainPart) =>
  `Content-Disposition: form-data; name="${name}"\r\n${isFile ? 'Content-Type: any/type\r\n' : ''}`

/**
 * Finds the parts of a body. `begin` returns the bytes to yield before the data of a part, or undefined to drop the
 * part.
 */
function createPartReader(delimiter: Buffer, begin: (head: PartHead) => Buffer | undefined) {
  // A delimiter begins with a line end, which may be missing before the first part, so the buffer begins with one.
  let buffer: Buffer = LINE
  let state: 'before' | 'head' | 'data' | 'dropped' | 'after' = 'before'
  let parts = 0

  function* read(chunk: Buffer): Generator<Buffer> {
    if (state === 'after') return
    buffer = buffer.length ? Buffer.concat([buffer, chunk]) : chunk
    for (;;) {
      const index = state === 'head' ? buffer.indexOf(EMPTY_LINE) : findDelimiter()
      if (index < 0) break
      if (state === 'head') {
        const plain = begin(readHead(buffer.subarray(LINE.length, Math.max(index, LINE.length))))
        buffer = buffer.subarray(index + EMPTY_LINE.length)
        state = plain ? 'data' : 'dropped'
        if (plain) yield plain
        continue
      }
      if (state === 'data' && index > 0) yield buffer.subarray(0, index)
      buffer = buffer.subarray(index + delimiter.length)
      if (buffer[0] === 0x2d) {
        state = 'after'
        return
      }
      if (++parts > MAX_PARTS) throw new BadBody(`there are more than ${MAX_PARTS} parts`)
      state = 'head'
    }
    if (state === 'head') {
      if (buffer.length > MAX_RAW_HEAD_BYTES) throw new BadBody('the head of a part is too long')
      return
    }
    // Keeps the last bytes of this chunk, because they may be the beginning of a delimiter.
    const safeLength = Math.max(0, buffer.length - delimiter.length - 1)
    if (state === 'data' && safeLength > 0) yield buffer.subarray(0, safeLength)
    buffer = buffer.subarray(safeLength)
  }

  /** Returns the index of the next delimiter, or -1. A line end or two hyphens must follow the delimiter. */
  function findDelimiter(): number {
    for (let at = buffer.indexOf(delimiter); at >= 0; at = buffer.indexOf(delimiter, at + 1)) {
      const next = buffer.subarray(at + delimiter.length, at + delimiter.length + 2).toString('latin1')
      if (next.length < 2) return -1
      if (next === '\r\n' || next === '--') return at
      if (next[0] === '\r') throw new BadBody('the body ends in the middle of a part')
    }
    return -1
  }

  return { read, hasEnded: () => state === 'after' }
}

function readHead(bytes: Buffer): PartHead {
  const text = bytes.toString()
  let length = 0
  for (const line of text === '' ? [] : text.split('\r\n')) {
    const [, name, value] = /^([a-z-]+): *([^\r]*)$/i.exec(line) ?? []
    if (name === undefined || value === undefined) throw new BadBody('the head of a part cannot be read')
    length += name.length + Buffer.byteLength(value)
  }
  if (length > MAX_HEAD_BYTES) throw new BadBody('the head of a part is too long')
  return readPartHead(text)
}

/** Lets other requests run after each slow slice, so that a body crafted to be slow delays only its own request. */
async function* inSlices(pieces: AsyncIterable<Buffer>) {
  let size = MIN_SLICE_BYTES
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const elapsed = stopwatch()
      yield piece.subarray(at, at + size)
      at += size
      const isLong = elapsed() > LONG_MS
      size = isLong ? Math.max(size / 2, MIN_SLICE_BYTES) : Math.min(size * 2, MAX_SLICE_BYTES)
      if (isLong) await nextTurn()
    }
  }
}
