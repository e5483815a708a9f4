// Opens the database. Refuses foreign, damaged, locked or incompatible files.

import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { brokenPackage, failedToLoad } from '../../lib/broken-package.ts'
import { Problem } from '../../lib/problem.ts'
import { createTables, type Db, hasSchema, hasTables, otherEmulator } from '../db.ts'
import { WORLD_SCHEMA } from '../schema.ts'
import { APPLICATION_ID, damagedDatabase, headerOf, requireComplete, requireNotCut, requireSound } from './damage.ts'
import { restrictToOwner } from './files.ts'
import { isSchemaFlat } from './schema-pages.ts'
import { requireRegularFile, rollBackJournal } from './side-files.ts'
import { hasWal, walOf } from './wal.ts'

interface Options {
  durable: boolean
  /** True if the pages of the file have just been checked, so that opening it does not check them again. */
  isSound?: boolean
}

/**
 * The page size of the database. It is small because a call changes a few distant pages, and SQLite writes each changed
 * page completely.
 */
export const PAGE_BYTES = 2048

/**
 * The size of SQLite's page cache. SQLite scans the whole cache after most commits, so a larger cache slows down each
 * call.
 */
const CACHE_KIBIBYTES = 8192

export function openDatabase(file: string, options: Options): Db {
  if (file !== ':memory:') prepareFolder(dirname(file))
  try {
    return openOurs(file, options)
  } catch (error) {
    throw error instanceof Problem ? error : asOpenProblem(error, file)
  }
}

/**
 * Opens the database that is about to replace the current one, from a file or from the bytes of a file. It does not use a
 * WAL file.
 */
export function openReplacement(next: string | Buffer): Db {
  const db = new Database(next)
  db.pragma('journal_mode = MEMORY')
  db.pragma(`cache_size = -${CACHE_KIBIBYTES}`)
  return db
}

function openOurs(file: string, { durable, isSound = false }: Options): Db {
  const header = headerOf(file)
  // The schema version is checked before SQLite opens the file, because opening could checkpoint a remaining WAL file and
  // so change a database that is then refused.
  if (header?.isOurs) requireOurSchema(header.schema, file, '--db')
  requireRegularFile(walOf(file))
  if (rollBackJournal(file)) return openOurs(file, { durable, isSound })
  requireNotCut(file)
  if (header && !isSchemaFlat(file)) throw header.isOurs ? wrongTables(file) : foreignDatabase(file)
  const isExisting = isFilled(file)
  const isWithoutWal = isExisting && !hasWal(file)
  if (header?.isOurs) restrictFiles(file)
  const db = new Database(file, { timeout: 0 })
  try {
    // The access mode of a new file is set before the first write, because its WAL file gets the same mode.
    if (!isExisting && !db.memory) restrictToOwner(file)
    // With an exclusive lock, a second emulator that opens the same file fails at once, and calls do not have to take
    // locks.
    db.pragma('locking_mode = EXCLUSIVE')
    const isNew = !hasTables(db)
    if (!isNew || header?.isOurs) requireOurs(db, file)
    if (isExisting && !isSound) requireSound(db, file)
    if (isWithoutWal && !isNew) requireComplete(db, file)
    db.pragma(`page_size = ${PAGE_BYTES}`)
    // Creating a new file does not have to be synced: it does not contain data that could be lost, and the first commit
    // syncs it.
    if (!isExisting) db.pragma('synchronous = OFF')
    // The tables are created before WAL mode is set. Otherwise they would be only in the WAL file, and the database file
    // would be incomplete without it.
    if (isNew) createTables(db, APPLICATION_ID)
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    // SQLite's automatic checkpoints are off. wal.ts runs checkpoints less often, which halves the cost of a call.
    db.pragma('wal_autocheckpoint = 0')
    db.pragma(`cache_size = -${CACHE_KIBIBYTES}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** True if the file exists and is not empty. An empty file is treated like a missing one: it can become a new database. */
export const isFilled = (file: string) => existsSync(file) && statSync(file).size > 0

function requireOurs(db: Db, file: string) {
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw foreignDatabase(file)
  }
  requireOurSchema(db.pragma('user_version', { simple: true }) as number, file, '--db')
  if (!hasSchema(db, WORLD_SCHEMA)) throw wrongTables(file)
}

const foreignDatabase = (file: string) =>
  new Problem('foreign-database', `${file} is a database of another program.`, 'Name another file with --db.')

const wrongTables = (file: string) => damagedDatabase(file, 'its tables are not those of this version')

/** Throws if the path is a pipe or a device, because reading a pipe would wait for a writer forever. */
export function requireNoDevice(file: string, flag: '--db' | '--from') {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || stats.isFile() || stats.isDirectory()) return
  const kind = stats.isFIFO() ? 'pipe' : 'device'
  throw new Problem('bad-option', `${file} is a ${kind}, not a database file.`, `Name another file with ${flag}.`)
}

/** Throws if the database has the schema version of an older or newer emulator. */
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

/**
 * Creates a folder and its missing parents one by one, because Node's recursive mkdir hangs on file systems such as
 * /proc.
 */
function makeFolder(folder: string) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/**
 * Removes the access of other users to the database and its WAL file. This is done before SQLite opens them, because a
 * new WAL file gets the mode of the database file.
 */
function restrictFiles(file: string) {
  restrictToOwner(file)
  if (hasWal(file)) restrictToOwner(walOf(file))
}

/** Creates the folder of the database if it is missing, with a .gitignore that hides the folder from Git. */
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
  // better-sqlite3 loads its native module when the first database is opened, so a broken installation fails here.
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
