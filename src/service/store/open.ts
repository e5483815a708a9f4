// Opens the database. Refuses a foreign, damaged, locked or incompatible file.

import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { brokenPackage, failedToLoad, Problem } from '../../lib/problem.ts'
import { createTables, type Db, findDamage, hasTables } from './db.ts'
import { SCHEMA_VERSION, WORLD_SCHEMA } from './schema.ts'

interface Options {
  durable: boolean
  /** True if the file has just been written, so that its pages need no check. */
  isChecked?: boolean
}

/** The SQLite application id of a world, "bote" in ASCII. */
export const APPLICATION_ID = 0x626f7465

/** The page size. Small pages are faster, because SQLite writes a whole page even for a small change. */
export const PAGE_BYTES = 2048

/** SQLite scans its whole page cache after most commits, so a larger cache slows down each call. */
const CACHE_KIBIBYTES = 8192

/** The number of pages in the WAL file at which SQLite checkpoints it. With fewer, calls are slower: 6000 cost 5 %. */
const CHECKPOINT_PAGES = 12_000

export function openDatabase(file: string, options: Options): Db {
  const isNew = file !== ':memory:' && !existsSync(file)
  try {
    return file === ':memory:' ? withTables(new Database(file)) : openFile(file, options)
  } catch (error) {
    if (isNew && existsSync(file)) rmSync(file)
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

function openFile(file: string, { durable, isChecked = false }: Options): Db {
  if (!existsSync(file)) createFile(file)
  const found = statSync(file)
  if (found.isFIFO())
    throw new Problem('bad-option', `${file} is a pipe, not a database file.`, 'Choose another file with --db.')
  const isFilled = found.size > 0
  if (isFilled) requireOurs(file)
  const wasKilled = existsSync(`${file}-wal`)
  if (wasKilled) requireSoundAfterKill(file)
  const db = new Database(file, { timeout: 0 })
  try {
    // The exclusive lock makes a second emulator fail at once. It also makes calls faster, because they need no locks.
    db.pragma('locking_mode = EXCLUSIVE')
    if (!hasTables(db)) withTables(db)
    else if (!wasKilled && !isChecked) requireSound(db, file)
    db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`)
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    db.pragma(`cache_size = -${CACHE_KIBIBYTES}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Creates an empty file that only its owner can read, and its folder, with a .gitignore that hides it from Git. */
export function createFile(file: string) {
  const folder = dirname(file)
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, '.gitignore'), '*\n')
  }
  writeFileSync(file, '', { mode: 0o600 })
}

function withTables(db: Db): Db {
  db.pragma(`page_size = ${PAGE_BYTES}`)
  // A new file needs no sync: it contains no data that could be lost, and the first commit syncs it.
  db.pragma('synchronous = OFF')
  createTables(db, APPLICATION_ID)
  return db
}

/**
 * Reads the application id and the schema version without SQLite, which would copy a WAL file even into a database that
 * is refused afterwards. Both are 0 in a short file.
 */
export function readVersion(file: string): { application: number; schema: number } {
  const header = Buffer.alloc(72)
  const fd = openSync(file, 'r')
  try {
    readSync(fd, header, 0, header.length, 0)
  } finally {
    closeSync(fd)
  }
  return { application: header.readUInt32BE(68), schema: header.readUInt32BE(60) }
}

/** Says whether an older or a newer emulator wrote a file with this schema. Undefined for the current schema. */
export function otherEmulator(schema: number): { age: 'newer' | 'older'; name: string } | undefined {
  if (schema === SCHEMA_VERSION) return undefined
  const [age, name] = schema > SCHEMA_VERSION ? (['newer', 'a newer'] as const) : (['older', 'an older'] as const)
  return { age, name: `${name} bot-emulator (schema ${schema}; this version uses ${SCHEMA_VERSION})` }
}

function requireOurs(file: string) {
  const { application, schema } = readVersion(file)
  if (application !== APPLICATION_ID) throw foreignDatabase(file)
  const other = otherEmulator(schema)
  if (!other) return
  const remedy = other.age === 'newer' ? 'Update bot-emulator' : deleteHint(file)
  const hint = `${remedy}, or name another file with --db.`
  throw new Problem(`${other.age}-database`, `${file} was written by ${other.name}.`, hint)
}

/** Checks the database on a read-only connection, which leaves the WAL file of the killed emulator as it is. */
function requireSoundAfterKill(file: string) {
  const index = `${file}-shm`
  const hadIndex = existsSync(index)
  const db = new Database(file, { readonly: true, timeout: 0 })
  try {
    requireSound(db, file)
  } finally {
    db.close()
    if (!hadIndex) rmSync(index, { force: true })
  }
}

function requireSound(db: Db, file: string) {
  const damage = findDamage(db, WORLD_SCHEMA)
  if (damage !== undefined) throw damagedDatabase(file, damage)
}

const foreignDatabase = (file: string) =>
  new Problem('foreign-database', `${file} is not a bot-emulator database.`, 'Choose another file with --db.')

function damagedDatabase(file: string, how: string) {
  const hint = `${deleteHint(file)}, or recover what SQLite can read: sqlite3 ${file} .recover | sqlite3 recovered.sqlite`
  return new Problem('damaged-database', `${file} is damaged: ${how}.`, hint)
}

const deleteHint = (file: string) => `Delete this world with: npx bot-emulator reset ${file}`

function asOpenProblem(error: unknown, file: string): unknown {
  // A broken installation of better-sqlite3 is noticed here, because its native module is loaded only now.
  if (failedToLoad(error)) return brokenPackage('better-sqlite3', error)
  const { code, message } = error as { code?: unknown; message: string }
  if (isInUse(error)) {
    const hint = 'Stop the emulator that uses the file, name another file with --db, or pass --memory.'
    return new Problem('database-in-use', `${file} is already open in another emulator.`, hint)
  }
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(String(code))) return damagedDatabase(file, message)
  if (/^(SQLITE_(CANTOPEN|READONLY|PERM|IOERR|FULL)|E[A-Z]+$)/.test(String(code))) {
    const hint = 'Pass a file in a writable folder with --db, or pass --memory.'
    return new Problem('unwritable-database', `${file} cannot be opened for writing: ${message}.`, hint)
  }
  return error
}

const isInUse = (error: unknown) => /^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code))

/** Throws unless the file is a world of any version that no emulator has open. */
export function requireUnused(file: string) {
  if (!existsSync(file)) throw new Problem('no-such-file', `The file ${file} does not exist.`, 'Pass a database file.')
  if (readVersion(file).application !== APPLICATION_ID) throw foreignDatabase(file)
  try {
    const db = new Database(file, { readonly: true, timeout: 0 })
    try {
      db.pragma('schema_version')
    } finally {
      db.close()
    }
  } catch (error) {
    // Any other error means that the file is damaged.
    if (isInUse(error)) throw asOpenProblem(error, file)
  }
}
