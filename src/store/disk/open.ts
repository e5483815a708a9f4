// Opens the database. Refuses foreign, damaged, locked or incompatible files.

import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { brokenPackage, failedToLoad, Problem } from '../../lib/problem.ts'
import { createTables, type Db, hasSchema, hasTables, otherEmulator } from '../db.ts'
import { WORLD_SCHEMA } from '../schema.ts'
import { APPLICATION_ID, damagedDatabase, headerOf, requireComplete, requireNotCut, requireSound } from './damage.ts'
import { restrictToOwner } from './files.ts'
import { isSchemaFlat, stateOfWal } from './schema-pages.ts'
import { requireRegularFile, rollBackJournal } from './side-files.ts'
import { hasWal, walOf } from './wal.ts'

interface Options {
  durable: boolean
  /** True if the pages of the file have just been checked, so that they are not checked again. */
  isSound?: boolean
}

/** The page size. Small pages are faster, because SQLite writes a whole page even for a small change. */
export const PAGE_BYTES = 2048

/** SQLite scans its whole page cache after most commits, so a larger cache slows down each call. */
const CACHE_KIBIBYTES = 8192

export function openDatabase(file: string, options: Options): Db {
  if (file !== ':memory:') prepareFolder(dirname(file))
  try {
    return openOurs(file, options)
  } catch (error) {
    throw error instanceof Problem ? error : asOpenProblem(error, file)
  }
}

/** Opens the database that is about to replace the current one, without a WAL file. */
export function openReplacement(next: string | Buffer): Db {
  const db = new Database(next)
  db.pragma('journal_mode = MEMORY')
  db.pragma(`cache_size = -${CACHE_KIBIBYTES}`)
  return db
}

function openOurs(file: string, { durable, isSound = false }: Options): Db {
  const header = headerOf(file)
  // Checks the schema version before SQLite opens the file, because SQLite could change even a refused file.
  if (header?.isOurs) requireOurSchema(header.schema, file, '--db')
  requireRegularFile(walOf(file))
  if (rollBackJournal(file)) return openOurs(file, { durable, isSound })
  requireNotCut(file)
  if (header && !isSchemaFlat(file)) throw header.isOurs ? wrongTables(file) : foreignDatabase(file)
  const isExisting = isFilled(file)
  const isWithoutWal = header !== undefined && stateOfWal(file) === 'missing'
  if (header?.isOurs) restrictFiles(file)
  const db = new Database(file, { timeout: 0 })
  try {
    // Removes other users' access to the new file before SQLite creates the WAL file with the same mode.
    if (!isExisting && !db.memory) restrictToOwner(file)
    // The exclusive lock makes a second emulator fail at once. It also makes calls faster, because they need no locks.
    db.pragma('locking_mode = EXCLUSIVE')
    const isNew = !hasTables(db)
    if (!isNew || header?.isOurs) requireOurs(db, file)
    if (isExisting && !isSound) requireSound(db, file)
    if (isWithoutWal && !isNew) requireComplete(db, file)
    db.pragma(`page_size = ${PAGE_BYTES}`)
    // A new file needs no sync yet: it contains no data that could be lost, and the first commit syncs it.
    if (!isExisting) db.pragma('synchronous = OFF')
    // Creates the tables before WAL mode is on, so that they are in the database file and not only in the WAL file.
    if (isNew) createTables(db, APPLICATION_ID)
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    // wal.ts runs checkpoints less often than SQLite, which halves the cost of a call.
    db.pragma('wal_autocheckpoint = 0')
    db.pragma(`cache_size = -${CACHE_KIBIBYTES}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** An empty file is treated like a missing one: it can become a new database. */
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

const wrongTables = (file: string) => damagedDatabase(file, 'its tables do not match this version of bot-emulator')

/** Throws for a pipe or a device. Reading a pipe would wait for its writer forever. */
export function requireNoDevice(file: string, flag: '--db' | '--from') {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || stats.isFile() || stats.isDirectory()) return
  const kind = stats.isFIFO() ? 'pipe' : 'device'
  throw new Problem('bad-option', `${file} is a ${kind}, not a database file.`, `Name another file with ${flag}.`)
}

export function requireOurSchema(version: number, file: string, flag: '--db' | '--from') {
  const other = otherEmulator(version)
  if (!other) return
  const [first, then] = other.age === 'newer' ? ['Update bot-emulator', ', or name'] : ['Name', '']
  const hint = `${first}${then} another file with ${flag}.`
  throw new Problem(`${other.age}-database`, `${file} was written by ${other.name}.`, hint)
}

/** Creates the parent folders one by one, because Node's recursive mkdir hangs on file systems such as /proc. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
}

/** Removes other users' access before SQLite opens the files, because a new WAL file gets the database's mode. */
function restrictFiles(file: string) {
  restrictToOwner(file)
  if (hasWal(file)) restrictToOwner(walOf(file))
}

/** Creates a missing folder, with a .gitignore that hides it from Git. */
function prepareFolder(folder: string) {
  if (existsSync(folder)) return
  try {
    makeFolder(folder)
    writeFileSync(join(folder, '.gitignore'), '*\n')
  } catch (error) {
    const message = `The folder ${folder} cannot be created: ${(error as Error).message}.`
    throw new Problem('unwritable-database', message, WRITABLE_HINT)
  }
}

const WRITABLE_HINT = 'Name a file in a writable folder with --db, or pass --memory.'

function asOpenProblem(error: unknown, file: string): unknown {
  // A broken installation of better-sqlite3 is noticed here, because its native module is loaded only now.
  if (failedToLoad(error)) return brokenPackage('better-sqlite3', error)
  const code = String((error as { code?: unknown }).code)
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    const hint = 'Stop the emulator that uses the file, name another file with --db, or pass --memory.'
    return new Problem('database-in-use', `${file} is already open in another emulator.`, hint)
  }
  const isDamaged = code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')
  if (isDamaged && headerOf(file)?.isOurs) return damagedDatabase(file, (error as Error).message)
  if (isDamaged) {
    return new Problem('foreign-database', `${file} is not a bot-emulator database.`, 'Name another file with --db.')
  }
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|IOERR|FULL)/.test(code) || /directory/.test((error as Error).message)) {
    const message = `${file} cannot be opened for writing: ${(error as Error).message}.`
    return new Problem('unwritable-database', message, WRITABLE_HINT)
  }
  return error
}
