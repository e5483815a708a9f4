// Reads the pages of a database and its WAL file without SQLite.
//
// SQLite reads the schema before any other check, and follows its pages even if they refer to each other in endless
// chains, as in a damaged or hostile file. So `isSchemaFlat` checks these pages first.

import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { hasWal, walOf } from './wal.ts'

const HEADER_BYTES = 100
const PAGE_COUNT_AT = 28
const [LEAF_PAGE, INTERIOR_PAGE] = [13, 5]

/** Returns the page size. The header has 2 bytes for it, so 65,536 is stored as 1. */
export function pageBytesOf(head: Buffer): number {
  const stored = head.readUInt16BE(16)
  return stored === 1 ? 65_536 : stored
}

/**
 * True if SQLite can read the schema without following a long chain of pages: all of it is in the first page, or in
 * leaf pages directly below it that are referenced once. Checks the WAL file too.
 */
export function isSchemaFlat(file: string): boolean {
  const main = openForReading(file)
  try {
    const pageBytes = pageBytesOf(main.read(0, HEADER_BYTES))
    const first = main.read(0, pageBytes)
    const children = childrenOf(first)
    const isLeaf = (child: number) => main.read((child - 1) * pageBytes, 1)[0] === LEAF_PAGE
    if (!children) return first[HEADER_BYTES] === LEAF_PAGE && isWalFlat(file, pageBytes, [])
    return new Set(children).size === children.length && children.every(isLeaf) && isWalFlat(file, pageBytes, children)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  } finally {
    main.close()
  }
}

/** Returns the numbers of the pages below the first page. Undefined if the first page isn't an interior page. */
function childrenOf(first: Buffer): number[] | undefined {
  if (first[HEADER_BYTES] !== INTERIOR_PAGE) return undefined
  const cells = Array.from({ length: first.readUInt16BE(HEADER_BYTES + 3) }, (_, nth) =>
    first.readUInt16BE(HEADER_BYTES + 12 + 2 * nth),
  )
  return [first.readUInt32BE(HEADER_BYTES + 8), ...cells.map((at) => first.readUInt32BE(at))]
}

/** True if the first page has the same children with and without the WAL file, and all of them are leaf pages. */
function isWalFlat(file: string, pageBytes: number, children: readonly number[]): boolean {
  if (!hasWal(file)) return true
  const wal = openForReading(walOf(file))
  try {
    for (const { number, page } of validFrames(wal, readWalHeader(wal, pageBytes))) {
      if (number === 1 && (childrenOf(page) ?? []).join() !== children.join()) return false
      if (children.includes(number) && page[0] !== LEAF_PAGE) return false
    }
    return true
  } finally {
    wal.close()
  }
}

/**
 * Describes the WAL file: `missing` also if its header is invalid, `empty` if it has a header and no commit, else `used`.
 * After a checkpoint, SQLite first writes a new header, so a kill before the next commit leaves an empty WAL file.
 */
export function stateOfWal(file: string): 'missing' | 'empty' | 'used' {
  if (!hasWal(file)) return 'missing'
  const main = openForReading(file)
  const wal = openForReading(walOf(file))
  try {
    const header = readWalHeader(wal, pageBytesOf(main.read(0, HEADER_BYTES)))
    if (!header) return 'missing'
    for (const { isCommit } of validFrames(wal, header)) {
      if (isCommit) return 'used'
    }
    return 'empty'
  } catch (error) {
    // A WAL file whose page size differs from the database's. It counts as used; `isSchemaFlat` refuses it later.
    if (error instanceof RangeError) return 'used'
    throw error
  } finally {
    main.close()
    wal.close()
  }
}

/** Sets the number of pages in the header of a truncated database to the number of pages that are left. */
export function writePageCount(file: string) {
  const fd = openSync(file, 'r+')
  try {
    const head = Buffer.alloc(HEADER_BYTES)
    readSync(fd, head, 0, HEADER_BYTES, 0)
    head.writeUInt32BE(Math.floor(fstatSync(fd).size / pageBytesOf(head)), PAGE_COUNT_AT)
    writeSync(fd, head, PAGE_COUNT_AT, 4, PAGE_COUNT_AT)
  } finally {
    closeSync(fd)
  }
}

const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const WAL_MAGIC = 0x377f0682

/** Returns undefined if the header is missing or has a wrong checksum. */
function readWalHeader({ size, read }: ReadableFile, pageBytes: number) {
  if (size < WAL_HEADER_BYTES) return undefined
  const head = read(0, WAL_HEADER_BYTES)
  const magic = head.readUInt32BE(0)
  if (magic >>> 1 !== WAL_MAGIC >>> 1) return undefined
  if (head.readUInt32BE(8) !== pageBytes)
    throw new RangeError('The pages of the WAL file and of the database differ in size.')
  const isLittleEndian = magic === WAL_MAGIC
  const sum = checksum(head.subarray(0, 24), [0, 0], isLittleEndian)
  return hasChecksum(head, 24, sum) ? { head, pageBytes, isLittleEndian, sum } : undefined
}

/** Yields the pages that SQLite would use: those before the first frame with a wrong checksum. */
function* validFrames(
  { size, read }: ReadableFile,
  header: ReturnType<typeof readWalHeader>,
): Generator<{ number: number; page: Buffer; isCommit: boolean }> {
  if (!header) return
  const { head, pageBytes, isLittleEndian } = header
  let { sum } = header
  const frameBytes = FRAME_HEADER_BYTES + pageBytes
  for (let at = WAL_HEADER_BYTES; at + frameBytes <= size; at += frameBytes) {
    const frame = read(at, frameBytes)
    const page = frame.subarray(FRAME_HEADER_BYTES)
    if (frame.compare(head, 16, 24, 8, 16) !== 0) return
    sum = checksum(page, checksum(frame.subarray(0, 8), sum, isLittleEndian), isLittleEndian)
    if (!hasChecksum(frame, 16, sum)) return
    yield { number: frame.readUInt32BE(0), page, isCommit: frame.readUInt32BE(4) !== 0 }
  }
}

type Checksum = readonly [number, number]

function checksum(bytes: Buffer, [start0, start1]: Checksum, isLittleEndian: boolean): Checksum {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let [sum0, sum1] = [start0, start1]
  for (let at = 0; at < bytes.length; at += 8) {
    sum0 = (sum0 + words.getUint32(at, isLittleEndian) + sum1) >>> 0
    sum1 = (sum1 + words.getUint32(at + 4, isLittleEndian) + sum0) >>> 0
  }
  return [sum0, sum1]
}

const hasChecksum = (bytes: Buffer, at: number, [sum0, sum1]: Checksum) =>
  bytes.readUInt32BE(at) === sum0 && bytes.readUInt32BE(at + 4) === sum1

type ReadableFile = ReturnType<typeof openForReading>

function openForReading(path: string) {
  const fd = openSync(path, 'r')
  return {
    size: fstatSync(fd).size,
    read(position: number, length: number): Buffer {
      const bytes = Buffer.alloc(length)
      readSync(fd, bytes, 0, length, position)
      return bytes
    },
    close: () => closeSync(fd),
  }
}
