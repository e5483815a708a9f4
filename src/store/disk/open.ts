// Opens the database. Refuses foreign, damaged, locked or incompatible files.

import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { brokenPackage, failedToLoad } from '../../lib/broken-package.ts'
import { Problem } from '../../lib/problem.ts'
import { createTables, type Db, hasSchema, hasTables, otherEmulator } from '../db.ts'
import { WORLD_SCHEMA } from '../schema.ts'
import {
  APPLICATION_ID,
  damagedDatabase,
  headerOf,
  isSchemaFlat,
  requireComplete,
  requireNotCut,
  requireSound,
} from './damage.ts'
import { restrictToOwner } from './files.ts'
import { hasWal, walOf } from './wal.ts'

interface Options {
  durable: boolean
  /** True if the pages have just been checked. */
  isSound?: boolean
}

/** The size of a page: small, because a call changes a few distant pages and SQLite writes each of them completely. */
export const PAGE_BYTES = 2048

/** The size of the page cache. SQLite scans the whole cache after most commits, so a larger one slows down each call. */
const CACHE_KIBIBYTES = 8192

export function openDatabase(file: string, options: Options): Db {
  if (file !== ':memory:') prepareFolder(dirname(file))
  try {
    return openOurs(file, options)
  } catch (error) {
    throw error instanceof Problem ? error : asOpenProblem(error, file)
  }
}

/** Opens a database file, or its content, that is about to replace another. It does not use a WAL file. */
export function openReplacement(next: string | Buffer): Db {
  const db = new Database(next)
  db.pragma('journal_mode = MEMORY')
  db.pragma(`cache_size = -${CACHE_KIBIBYTES}`)
  return db
}

function openOurs(file: string, { durable, isSound = false }: Options): Db {
  const header = headerOf(file)
  // Checked before SQLite opens the file, because opening could checkpoint a remaining WAL file.
  if (header?.isOurs) requireOurSchema(header.schema, file, '--db')
  requireNotCut(file)
  if (header?.isOurs && !isSchemaFlat(file)) throw wrongTables(file)
  const isExisting = isFilled(file)
  const isWithoutWal = isExisting && !hasWal(file)
  if (header?.isOurs) restrictFiles(file)
  const db = new Database(file, { timeout: 0 })
  try {
    // The mode is set before the first write, because the WAL file inherits it.
    if (!isExisting && !db.memory) restrictToOwner(file)
    // With an exclusive lock a second emulator on the file fails at once, and calls do not have to lock.
    db.pragma('locking_mode = EXCLUSIVE')
    const isNew = !hasTables(db)
    if (!isNew || header?.isOurs) requireOurs(db, file)
    if (isExisting && !isSound) requireSound(db, file)
    if (isWithoutWal && !isNew) requireComplete(db, file)
    db.pragma(`page_size = ${PAGE_BYTES}`)
    // A new file does not hold data that could be lost, and the first commit syncs it.
    if (!isExisting) db.pragma('synchronous = OFF')
    // The tables are created before WAL mode, so that the database file has them even without a WAL file.
    if (isNew) createTables(db, APPLICATION_ID)
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    // wal.ts runs the checkpoints. Rare checkpoints halve the cost of a call.
    db.pragma('wal_autocheckpoint = 0')
    db.pragma(`cache_size = -${CACHE_KIBIBYTES}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** True if the file exists and is not empty. An empty file can become a database. */
export const isFilled = (file: string) => existsSync(file) && statSync(file).size > 0

function requireOurs(db: Db, file: string) {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw new Problem('foreign-database', `${file} is a database of another program.`, 'Name another file with --db.')
  }
  requireOurSchema(db.pragma('user_version', { simple: true }) as number, file, '--db')
  if (!hasSchema(db, WORLD_SCHEMA)) throw wrongTables(file)
}

const wrongTables = (file: string) => damagedDatabase(file, 'its tables are not those of this version')

/** Throws for a pipe or a device, because reading a pipe would wait for a writer forever. */
export function requireNoDevice(file: string, flag: '--db' | '--from') {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || stats.isFile() || stats.isDirectory()) return
  const kind = stats.isFIFO() ? 'pipe' : 'device'
  throw new Problem('bad-option', `${file} is a ${kind}, not a database file.`, `Name another file with ${flag}.`)
}

/** Throws if an emulator with another schema has written the database. */
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

/** Creates a folder and its parents one by one, because Node's recursive mkdir hangs on file systems such as /proc. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Removes the access of other users before SQLite opens the files, because new WAL files inherit the mode. */
function restrictFiles(file: string) {
  restrictToOwner(file)
  if (hasWal(file)) restrictToOwner(walOf(file))
}

/** Creates the folder of the database, with a .gitignore that ignores the folder itself. */
function prepareFolder(folder: string) {
  if (existsSync(folder)) return
  try {
    makeFolder(folder)
    writeFileSync(join(folder, '.gitignore'), '*\n')
  } catch (error) {
    throw new Problem(
      'unwritable-database',
      `The folder ${folder} cannot be created: ${(error as Error).message}.`,
      'Name a file in a writable folder with --db, or pass --memory.',
    )
  }
}

function asOpenProblem(error: unknown, file: string): unknown {
  // better-sqlite3 loads its native module when the first database is opened.
  if (failedToLoad(error)) return brokenPackage('better-sqlite3', error)
  const code = String((error as { code?: unknown }).code)
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new Problem(
      'database-in-use',
      `${file} is already open in another emulator.`,
      'Stop that emulator, name another file with --db, or pass --memory.',
    )
  }
  const isDamaged = code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')
  if (isDamaged && headerOf(file)?.isOurs) return damagedDatabase(file, (error as Error).message)
  if (isDamaged) {
    return new Problem('foreign-database', `${file} is not a bot-emulator database.`, 'Name another file with --db.')
  }
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR|FULL)/.test(code) || /directory/.test((error as Error).message)) {
    return new Problem(
      'unwritable-database',
      `${file} cannot be opened for writing: ${(error as Error).message}.`,
      'Name a file in a writable folder with --db, or pass --memory.',
    )
  }
  return error
}
