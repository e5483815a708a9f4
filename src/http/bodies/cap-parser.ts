// formidable's parser of multipart bodies within limits: few parts, short heads, data in blocks.

import type { Transform } from 'node:stream'
import { BadBody } from './bad-body.ts'
import { type PartHead, readPartHead } from './part-head.ts'

/** No operation has a tenth of it. */
const MAX_PARTS = 200

/** Far above what any client says of a part. */
const MAX_HEAD_BYTES = 16 * 1024

/** Data in smaller pieces than the one is gathered into blocks of the other. */
const SMALL_BYTES = 4 * 1024
const BLOCK_BYTES = 64 * 1024

/** What the parser emits of a body, in order. */
interface Piece {
  name: string
  buffer: Buffer
  start: number
  end: number
}

/**
 * Keeps the heads of parts to itself: formidable reads them in quadratic time, misses names that clients write, and
 * lets some transfer encodings end the process.
 */
export function capParser(parser: Transform, onHead: (head: PartHead) => void) {
  const push = parser.push.bind(parser)
  const head = createHead()
  const blocks = createBlocks(push)
  let parts = 0
  let ended = false

  function refuse(reason: string): boolean {
    parser.destroy(new BadBody(reason))
    return false
  }

  function take(piece: Piece): boolean {
    switch (piece.name) {
      case 'partBegin':
        return ++parts > MAX_PARTS ? refuse(`there are more than ${MAX_PARTS} parts`) : push(piece)
      case 'headerField':
      case 'headerValue':
        return head.add(piece) > MAX_HEAD_BYTES ? refuse('the head of a part is too long') : true
      case 'headerEnd':
        return head.endLine()
      case 'headersEnd':
        onHead(readPartHead(head.take()))
        return push(piece)
      case 'end':
        // Passed on where the request ends: what follows the last part counts as well.
        ended = true
        return true
      default:
        return push(piece)
    }
  }

  parser.push = (piece: Piece | null) => {
    if (piece === null || parser.destroyed) return push(piece)
    if (piece.name === 'partData') return blocks.add(piece)
    blocks.flush()
    return take(piece)
  }
  parser._flush = (done) => {
    if (ended) push({ name: 'end' })
    done(ended ? null : new BadBody('the body ends before its last part does'))
  }
}

/** The lines of a head: text only as a whole, as a chunk may end within a character. */
function createHead() {
  let pieces: Buffer[] = []
  let bytes = 0
  let last = ''
  return {
    /** Adds to a name or a value; the answer is the length of the head so far. */
    add({ name, buffer, start, end }: Piece): number {
      if (name !== last) pieces.push(Buffer.from(name === 'headerField' ? '\r\n' : ':'))
      last = name
      pieces.push(buffer.subarray(start, end))
      bytes += end - start
      return bytes
    },
    endLine(): boolean {
      last = ''
      return true
    },
    take(): string {
      const text = Buffer.concat(pieces).toString()
      pieces = []
      bytes = 0
      return text
    },
  }
}

/** Small pieces of data in blocks: the parser emits every line end by itself, in bytes that it writes over later. */
function createBlocks(push: (piece: Piece) => boolean) {
  let block = Buffer.alloc(0)
  let pushed = 0
  let filled = 0

  function flush() {
    if (filled > pushed) push({ name: 'partData', buffer: block, start: pushed, end: filled })
    pushed = filled
  }

  return {
    flush,
    add(piece: Piece): boolean {
      const { buffer, start, end } = piece
      if (end - start >= SMALL_BYTES) {
        flush()
        return push(piece)
      }
      if (end - start > block.length - filled) {
        flush()
        block = Buffer.allocUnsafe(BLOCK_BYTES)
        pushed = 0
        filled = 0
      }
      filled += buffer.copy(block, filled, start, end)
      return true
    },
  }
}
