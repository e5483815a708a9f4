// Detects damaged database files, and converts disk errors to problems with a hint.

import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { Problem } from '../../lib/problem.ts'
import { type Db, pluck } from '../db.ts'
import { pageBytesOf } from './schema-pages.ts'
import { hasWal, walOf } from './wal.ts'

const salvageHint = (file: string) => `Save the readable data with: bot-emulator export saved.world --from ${file}`

export const damagedDatabase = (file: string, how: string) =>
  new Problem('damaged-database', `${file} is damaged: ${how}.`, salvageHint(file))

/** The error for a file that was copied from a running or killed emulator without its WAL file. */
const missingWal = (file: string) =>
  new Problem(
    'missing-log',
    `${file} was copied or moved without ${walOf(file)}, which contains its latest commits.`,
    `Put the missing WAL file back next to the database. To copy a running world, use bot-emulator export. ${salvageHint(file)}`,
  )

/** Throws if the file is truncated. A short file with a WAL file is valid: missing pages can be in the WAL file. */
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

/** Throws if the file has damaged pages or rows that violate a CHECK constraint. */
export function requireSound(db: Db, file: string) {
  const damage = findDamage(db)
  if (damage !== undefined) throw damagedDatabase(file, damage)
}

/**
 * Describes the first damage in a database, or returns undefined. The index of `files` is compared with the table,
 * because the emulator reads ids of contents from the index and uses them as file names. Comparing every index would
 * make the check take 50% longer.
 */
export function findDamage(db: Db): string | undefined {
  const verdicts = ['quick_check(1)', 'integrity_check(files)'].map((check) =>
    String(db.pragma(check, { simple: true })),
  )
  const verdict = verdicts.find((each) => each !== 'ok')
  const lines = verdict?.split('\n').filter((line) => !line.startsWith('***'))
  return lines && (lines[0] ?? verdict)?.replace(/\.$/, '')
}

/** Throws if the database is marked as incomplete. Its latest commits are then in a WAL file that is missing. */
export function requireComplete(db: Db, file: string) {
  if (pluck<[], 0 | 1>(db, 'select needs_log from database').get() === 1) throw missingWal(file)
}

/** The SQLite application id of a world, "bote" in ASCII. */
export const APPLICATION_ID = 0x626f7465

const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100

interface Header {
  isOurs: boolean
  /** The version of the schema in the file. */
  schema: number
  bytes: number
  /** The length that the file should have according to its header. */
  wholeBytes: number
}

/**
 * Reads the header without SQLite, which can't open damaged files. Returns undefined if the file is not a SQLite
 * database.
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
  if (full) return new Problem('disk-full', 'The disk is full; nothing was changed.', 'Free disk space and try again.')
  if (typeof code === 'string' && /^(SQLITE_(IOERR|READONLY)|EROFS|EIO|EFBIG|EACCES)/.test(code)) {
    const happened = `The database cannot be written (${message}); nothing was changed.`
    return new Problem('unwritable-database', happened, 'Make the folder of the database writable and try again.')
  }
  if (typeof code === 'string' && /^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    const hint = 'Restart the emulator: it then reports the damage and what to do.'
    return new Problem('damaged-database', `The database is damaged (${message}); nothing was changed.`, hint)
  }
  return error
}
