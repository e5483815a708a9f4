// What the first bytes of a database file say, read without SQLite, which can open no damaged one.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** "bote": marks a database file as ours. */
export const APPLICATION_ID = 0x626f7465

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100

interface Header {
  isOurs: boolean
  /** The number of its schema. */
  schema: number
  bytes: number
  /** How many bytes there should be. */
  wholeBytes: number
}

/** Nothing of what is no database. */
export function headerOf(file: string): Header | undefined {
  let fd: number
  try {
    fd = openSync(file, 'r')
  } catch {
    return undefined
  }
  try {
    const head = Buffer.alloc(HEADER_BYTES)
    if (readSync(fd, head) < HEADER_BYTES || head.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
    const pageSize = head.readUInt16BE(16)
    return {
      isOurs: head.readUInt32BE(68) === APPLICATION_ID,
      schema: head.readUInt32BE(60),
      bytes: fstatSync(fd).size,
      // The largest size does not fit into its field, and is written as 1.
      wholeBytes: (pageSize === 1 ? 65_536 : pageSize) * head.readUInt32BE(28),
    }
  } finally {
    closeSync(fd)
  }
}
