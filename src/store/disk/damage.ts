// Detects damaged database files, and converts errors of the disk to problems with a hint.

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { Problem } from '../../lib/problem.ts'
import type { Db } from '../db.ts'
import { pageBytesOf } from './schema-pages.ts'
import { hasWal, walOf } from './wal.ts'

const salvageHint = (file: string) => `Save the readable data with: bot-emulator export saved.world --from ${file}`

export const damagedDatabase = (file: string, how: string) =>
  new Problem('damaged-database', `${file} is damaged: ${how}.`, salvageHint(file))

/** Describes a database file that was copied from a running or killed emulator without its WAL file. */
const missingWal = (file: string) =>
  new Problem(
    'missing-log',
    `${file} was copied or moved without ${walOf(file)}, which contains its latest commits.`,
    `Put that file back next to it. To copy a running world, use bot-emulator export. ${salvageHint(file)}`,
  )

/**
 * Throws if the database file is shorter than its header says. If a WAL file exists, throws only if the database file is
 * empty, because the WAL file can contain the missing pages.
 */
export function requireNotCut(file: string) {
  if (hasWal(file)) {
    const isEmpty = statSync(file, { throwIfNoEntry: false })?.size === 0 && statSync(walOf(file)).size > 0
    if (isEmpty) throw damagedDatabase(file, `it is empty, and ${walOf(file)} is not`)
    return
  }
  const header = headerOf(file)
  if (!header?.isOurs || header.bytes >= header.wholeBytes) return
  throw damagedDatabase(file, `it is truncated: ${header.bytes} of ${header.wholeBytes} bytes are left`)
}

/**
 * Throws if SQLite's quick_check finds a damaged page or a row that breaks a check. The check reads about 200 MB per
 * second.
 */
export function requireSound(db: Db, file: string) {
  const verdict = String(db.pragma('quick_check(1)', { simple: true }))
  if (verdict === 'ok') return
  const [first = verdict] = verdict.split('\n').filter((line) => !line.startsWith('***'))
  throw damagedDatabase(file, first.replace(/\.$/, ''))
}

/**
 * Throws if the database file is marked as incomplete, so that its latest commits are only in the WAL file. Call it if
 * the WAL file is missing.
 */
export function requireComplete(db: Db, file: string) {
  if (db.prepare<[], 0 | 1>('select needs_log from database').pluck().get() === 1) throw missingWal(file)
}

/** The SQLite application id of the database of a world, "bote" in ASCII. */
export const APPLICATION_ID = 0x626f7465

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100

interface Header {
  isOurs: boolean
  /** The schema version of the emulator that wrote the database. */
  schema: number
  bytes: number
  /** The length that the file should have according to its header; `bytes` is the actual length. */
  wholeBytes: number
}

/**
 * Reads the header of a database file without SQLite, which cannot open a damaged file. Returns undefined if the file
 * cannot be opened or is not a SQLite database.
 */
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
    return {
      isOurs: head.readUInt32BE(68) === APPLICATION_ID,
      schema: head.readUInt32BE(60),
      bytes: fstatSync(fd).size,
      wholeBytes: pageBytesOf(head) * head.readUInt32BE(28),
    }
  } finally {
    closeSync(fd)
  }
}

export function asDiskProblem(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  const full = code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT'
  if (full) return new Problem('disk-full', 'The disk is full; nothing was changed.', 'Free some space and call again.')
  if (typeof code === 'string' && /^(SQLITE_(IOERR|READONLY)|EROFS|EIO|EFBIG|EACCES)/.test(code)) {
    return new Problem(
      'unwritable-database',
      `The database cannot be written (${message}); nothing was changed.`,
      'Make its folder writable and call again.',
    )
  }
  if (typeof code === 'string' && /^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return new Problem(
      'damaged-database',
      `The database is damaged (${message}); nothing was changed.`,
      'Restart the emulator: it then reports the damage and what to do.',
    )
  }
  return error
}
