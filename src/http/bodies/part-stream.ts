// A multipart body in front of formidable: parts counted, heads read and replaced by plain ones, in slices.

import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stopwatch } from '../../lib/clock.ts'
import { LIMITS } from '../../spec/limits.ts'
import { BadBody } from './bad-body.ts'
import { type PartHead, readPartHead } from './part-head.ts'

/** No operation has a tenth of it. */
const MAX_PARTS = 200

/** The names and values of a head; far above what any client sends. */
const MAX_HEAD_BYTES = 16 * 1024
/** The same with all colons, spaces and line ends, which are read before the head is complete. */
const MAX_RAW_HEAD_BYTES = 4 * MAX_HEAD_BYTES

/** The longest that RFC 2046 allows. */
const MAX_BOUNDARY_CHARACTERS = 70

const MIN_SLICE_BYTES = 1024
const MAX_SLICE_BYTES = 64 * 1024
/** If parsing one slice takes longer, the next is smaller. */
const LONG_MS = 1

const LINE = Buffer.from('\r\n')
const EMPTY_LINE = Buffer.from('\r\n\r\n')

/** How formidable should read a part, under a name of our own. */
export interface PlainPart {
  name: number
  isFile: boolean
}

/**
 * Returns the stream that formidable reads in place of the request. Its parts have numbers for names and no other
 * headers: formidable reads heads in quadratic time, misses file names that clients write, and crashes the process on
 * some transfer encodings. `onHead` may return undefined, which drops the part.
 */
export function partStream(req: IncomingMessage, onHead: (head: PartHead) => PlainPart | undefined) {
  const mark = Buffer.from(`\r\n--${boundaryIn(req.headers['content-type'] ?? '')}`)
  // Long, of few different characters and unknown to the client: formidable's search skips most of the data.
  const ownBoundary = randomBytes(8).reduce((text, byte) => text + byte.toString(2).padStart(8, '0'), '')
  const parts = createPartReader(mark, (head) => {
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
    if (!parts.hasEnded()) throw new BadBody('the body ends before its last part does')
    yield Buffer.from(`\r\n--${ownBoundary}--`)
  }

  const headers = { 'content-type': `multipart/form-data; boundary=${ownBoundary}`, 'transfer-encoding': 'chunked' }
  return Object.assign(Readable.from(inSlices(pieces()), { objectMode: false, highWaterMark: 1 }), { headers })
}

export const tooLarge = () => new BadBody(`more than ${LIMITS.multipartBytes} bytes`, LIMITS.multipartBytes)

function boundaryIn(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary === undefined) throw new BadBody('the content type names no boundary')
  if (boundary.length <= MAX_BOUNDARY_CHARACTERS) return boundary
  throw new BadBody(`the boundary has more than ${MAX_BOUNDARY_CHARACTERS} characters`)
}

/** formidable takes a part with a type for a file, and any other for a field. */
const plainHead = ({ name, isFile }: PlainPart) =>
  `Content-Disposition: form-data; name="${name}"\r\n${isFile ? 'Content-Type: any/type\r\n' : ''}`

/** Splits a body that arrives in chunks at its marks. `begin` returns what to write before the data of a part. */
function createPartReader(mark: Buffer, begin: (head: PartHead) => Buffer | undefined) {
  // The first mark may lack the line end before it.
  let held: Buffer = LINE
  let state: 'before' | 'head' | 'data' | 'dropped' | 'after' = 'before'
  let parts = 0

  function* read(chunk: Buffer): Generator<Buffer> {
    if (state === 'after') return
    held = held.length ? Buffer.concat([held, chunk]) : chunk
    for (;;) {
      const found = state === 'head' ? held.indexOf(EMPTY_LINE) : findMark()
      if (found < 0) break
      if (state === 'head') {
        const plain = begin(readHead(held.subarray(LINE.length, Math.max(found, LINE.length))))
        held = held.subarray(found + EMPTY_LINE.length)
        state = plain ? 'data' : 'dropped'
        if (plain) yield plain
        continue
      }
      if (state === 'data' && found > 0) yield held.subarray(0, found)
      held = held.subarray(found + mark.length)
      if (held[0] === 0x2d) {
        state = 'after'
        return
      }
      if (++parts > MAX_PARTS) throw new BadBody(`there are more than ${MAX_PARTS} parts`)
      state = 'head'
    }
    if (state === 'head') {
      if (held.length > MAX_RAW_HEAD_BYTES) throw new BadBody('the head of a part is too long')
      return
    }
    // A mark may begin at the end of this chunk and need two more bytes to be one.
    const sure = Math.max(0, held.length - mark.length - 1)
    if (state === 'data' && sure > 0) yield held.subarray(0, sure)
    held = held.subarray(sure)
  }

  /** Returns where the next mark begins that is followed by a line end or by two hyphens. */
  function findMark(): number {
    for (let at = held.indexOf(mark); at >= 0; at = held.indexOf(mark, at + 1)) {
      const next = held.subarray(at + mark.length, at + mark.length + 2).toString('latin1')
      if (next.length < 2) return -1
      if (next === '\r\n' || next === '--') return at
      if (next[0] === '\r') throw new BadBody('the body ends before its last part does')
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

/** Gives other requests a turn between slices that take long, so that a body made to be slow delays only itself. */
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
