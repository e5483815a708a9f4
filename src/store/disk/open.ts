// Opens the database: refuses what is not ours or not whole, brings an older one up to date, keeps others out.

import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { brokenPackage, failedToLoad } from '../../lib/broken-package.ts'
import { Problem } from '../../lib/problem.ts'
import { createTables, type Db, hasTables, otherEmulator } from '../db.ts'
import {
  APPLICATION_ID,
  damagedDatabase,
  headerOf,
  requireNotCut,
  requireNothingMissing,
  requireSound,
} from './damage.ts'
import { closeToOthers } from './files.ts'
import { hasLog, logOf } from './log.ts'

interface Options {
  durable: boolean
  /** Whether all of it was read just now. */
  isSound?: boolean
}

/** What a call changes lies on a few pages far apart, each of which is written whole. */
export const PAGE_BYTES = 2048

/** The pages at hand. After many a commit SQLite looks over all of their places: more of them make each call slower. */
const CACHE_KIBIBYTES = 8192

export function openDatabase(file: string, options: Options): Db {
  if (file !== ':memory:') prepareFolder(dirname(file))
  try {
    return openOurs(file, options)
  } catch (error) {
    throw error instanceof Problem ? error : explained(error, file)
  }
}

/** One that is about to take the place of another, or its content: without a log it is whole in its file. */
export function openNext(next: string | Buffer): Db {
  const db = new Database(next)
  db.pragma('journal_mode = MEMORY')
  db.pragma(`cache_size = -${CACHE_KIBIBYTES}`)
  return db
}

function openOurs(file: string, { durable, isSound = false }: Options): Db {
  const header = headerOf(file)
  // Before SQLite opens it: that could write a log that is left into the file.
  if (header?.isOurs) requireOurSchema(header.schema, file, '--db')
  requireNotCut(file)
  const isThere = isFilled(file)
  const isAlone = isThere && !hasLog(file)
  if (header?.isOurs) closeOurs(file)
  const db = new Database(file, { timeout: 0 })
  try {
    // Before anything is written: the log gets the mode of the file.
    if (!isThere && !db.memory) closeToOthers(file)
    // Exclusive: a second emulator on the same file is told so at once, and no lock is taken again for each call.
    db.pragma('locking_mode = EXCLUSIVE')
    const isNew = !hasTables(db)
    if (!isNew) requireOurs(db, file)
    if (isThere && !isSound) requireSound(db, file)
    if (isAlone && !isNew) requireNothingMissing(db, file)
    db.pragma(`page_size = ${PAGE_BYTES}`)
    // A new file holds nothing yet that could be lost, and the first commit brings all of it to the disk.
    if (!isThere) db.pragma('synchronous = OFF')
    // Before the log is begun: a new file has its tables, whatever becomes of the log.
    if (isNew) createTables(db, APPLICATION_ID)
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    // A checkpoint copies whole pages back; doing it rarely halves the cost of a call. It is done in log.ts.
    db.pragma('wal_autocheckpoint = 0')
    db.pragma(`cache_size = -${CACHE_KIBIBYTES}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Whether there is a database already: an empty file becomes one. */
export const isFilled = (file: string) => existsSync(file) && statSync(file).size > 0

function requireOurs(db: Db, file: string) {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new Problem('foreign-database', `${file} is a database of another program.`, 'Name another file with --db.')
  }
  requireOurSchema(db.pragma('user_version', { simple: true }) as number, file, '--db')
}

/** Throws if an emulator with another schema has written the database, which stays as it is. */
export function requireOurSchema(version: number, file: string, flag: '--db' | '--from') {
  const other = otherEmulator(version)
  if (!other) return
  const [first, then] = other.age === 'newer' ? ['Update bot-emulator', ', or name'] : ['Name', '']
  throw new Problem(
    `${other.age}-database`,
    `${file} was written by ${other.name}.`,
    `${first}${then} another file with ${flag}.`,
  )
}

/** Step by step: all at once, Node tries again for ever where a file system has no place for a folder, as /proc has none. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Before it is opened: what SQLite makes beside it gets its mode. */
function closeOurs(file: string) {
  closeToOthers(file)
  if (hasLog(file)) closeToOthers(logOf(file))
}

/** A folder made for the database ignores itself in git. */
function prepareFolder(folder: string) {
  if (existsSync(folder)) return
  try {
    makeFolder(folder)
    writeFileSync(join(folder, '.gitignore'), '*\n')
  } catch (error) {
    throw new Problem(
      'unwritable-database',
      `The folder ${folder} cannot be made: ${(error as Error).message}.`,
      'Name a file in a writable folder with --db, or keep nothing with --memory.',
    )
  }
}

function explained(error: unknown, file: string): unknown {
  // The native part is loaded with the first database.
  if (failedToLoad(error)) return brokenPackage('better-sqlite3', error)
  const code = String((error as { code?: unknown }).code)
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new Problem(
      'database-in-use',
      `${file} is already open in another emulator.`,
      'Stop that one, name another file with --db, or keep nothing with --memory.',
    )
  }
  const isDamaged = code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')
  if (isDamaged && headerOf(file)?.isOurs) return damagedDatabase(file, (error as Error).message)
  if (isDamaged) {
    return new Problem('foreign-database', `${file} is not a database of ours.`, 'Name another file with --db.')
  }
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR|FULL)/.test(code) || /directory/.test((error as Error).message)) {
    return new Problem(
      'unwritable-database',
      `${file} cannot be opened for writing: ${(error as Error).message}.`,
      'Name a file in a writable folder with --db, or keep nothing with --memory.',
    )
  }
  return error
}
