// Takes what can be read of a database that no emulator has open, whole or damaged, into an archive. It only reads there.

import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type ClockState, createClock, LATEST_MS } from '../../lib/clock.ts'
import { isContentId } from '../../lib/content-id.ts'
import { Problem } from '../../lib/problem.ts'
import { filesBeside } from '../bytes.ts'
import type { Db } from '../db.ts'
import { APPLICATION_ID, headerOf } from '../disk/header.ts'
import { hasLog, logOf } from '../disk/log.ts'
import { upgrade } from '../schema-steps.ts'
import { ARCHIVE_TABLES } from './archive.ts'
import { packArchive } from './pack-archive.ts'
import { registerChecks, tablesOf, wrongnessOf } from './wrong-rows.ts'

export interface Salvaged {
  file: string
  /** What is not in it, in sentences. */
  lost: string[]
}

/** The folder is for all that is needed on the way; whoever gave it empties it. */
export async function salvage(database: string, folder: string, { tokens }: { tokens: boolean }): Promise<Salvaged> {
  requireNobody(database)
  const source = openCopy(database, join(folder, 'copy'))
  const file = join(folder, 'world')
  const target = new Database(file)
  const lost: string[] = []
  try {
    target.pragma('synchronous = off')
    upgrade(target, APPLICATION_ID)
    target.pragma('foreign_keys = off')
    copyTables(source, target, lost)
    const contents = bringContents(target, filesBeside(database), folder, lost)
    const clock = clockIn(target)
    target.close()
    await packArchive(file, folder, contents, { at_ms: clock.ms(), frozen: clock.frozen(), tokens })
  } finally {
    source.close()
    target.close()
  }
  leaveOutWrongRows(file, lost)
  return { file, lost }
}

function requireNobody(database: string) {
  if (!existsSync(database)) {
    throw new Problem('no-such-file', `There is no file ${database}.`, 'Name the file of a world with --from.')
  }
  const header = headerOf(database)
  if (!header?.isOurs) {
    throw new Problem(
      'foreign-database',
      `${database} is not a database of ours.`,
      'Name the file of a world with --from.',
    )
  }
  try {
    const db = new Database(database, { readonly: true, timeout: 0 })
    try {
      db.pragma('locking_mode = EXCLUSIVE')
      db.pragma('schema_version')
    } finally {
      db.close()
    }
  } catch (error) {
    if (!/^SQLITE_(BUSY|LOCKED)/.test(String((error as { code?: unknown }).code))) return
    throw new Problem(
      'database-in-use',
      `${database} is open in an emulator.`,
      'Leave --from out to export from that one, or stop it.',
    )
  }
}

function openCopy(database: string, copy: string): Db {
  copyFileSync(database, copy)
  if (hasLog(database)) copyFileSync(logOf(database), logOf(copy))
  const whole = headerOf(copy)?.wholeBytes ?? 0
  // What is cut off is read as empty pages, or SQLite would not open the rest.
  if (!hasLog(copy) && statSync(copy).size < whole) truncateSync(copy, whole)
  const db = new Database(copy)
  try {
    db.pragma('trusted_schema = off')
    tablesOf(db)
    return db
  } catch (error) {
    db.close()
    throw new Problem(
      'damaged-database',
      `Nothing of ${database} can be read: ${(error as Error).message}.`,
      'Take a backup of it.',
    )
  }
}

/** From the first row on until one cannot be read, and then from the last row back. */
function copyTables(source: Db, target: Db, lost: string[]) {
  const triggers = target.prepare<[], { name: string; sql: string }>(
    `select name, sql from sqlite_schema where type = 'trigger'`,
  )
  // The counts that triggers keep come with the rows.
  const kept = triggers.all()
  for (const { name } of kept) target.exec(`drop trigger ${name}`)
  const there = new Set(tablesOf(source))
  for (const table of tablesOf(target)) {
    const names = there.has(table) ? sharedColumns(source, target, table) : []
    if (!names.length) continue
    const key = keyOf(target, table)
    const put = target.prepare(
      `insert or ignore into ${table} (${names.join()}) values (${names.map(() => '?').join()})`,
    )
    const read = (direction: 'asc' | 'desc') =>
      canReadAll(() => {
        const order = key.map((name) => `${name} ${direction}`).join()
        const rows = source.prepare<[], unknown[]>(`select ${names.join()} from ${table} order by ${order}`).raw()
        for (const row of rows.iterate()) put.run(...row)
      })
    target.transaction(() => {
      if (read('asc')) return
      read('desc')
      lost.push(`Some of ${table} could not be read.`)
    })()
  }
  for (const { sql } of kept) target.exec(sql)
}

function canReadAll(read: () => void): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(String((error as { code?: unknown }).code))) return false
    throw error
  }
}

const columnsOf = (db: Db, table: string) =>
  db.prepare<[string], { name: string; pk: number }>('select name, pk from pragma_table_info(?)').all(table)

function sharedColumns(source: Db, target: Db, table: string): string[] {
  const there = new Set(columnsOf(source, table).map(({ name }) => name))
  return columnsOf(target, table).flatMap(({ name }) => (there.has(name) ? [`"${name}"`] : []))
}

function keyOf(db: Db, table: string): string[] {
  const keys = columnsOf(db, table).flatMap(({ name, pk }) => (pk > 0 ? [name] : []))
  return keys.length ? keys : ['rowid']
}

/** A file whose bytes are gone counts as deleted, so that its messages stay. */
function bringContents(target: Db, bytesFolder: string, folder: string, lost: string[]): string[] {
  const needed = target
    .prepare<[], { unique_id: string; size: number }>('select distinct unique_id, size from files where not deleted')
    .all()
  const forget = target.prepare('update files set deleted = 1 where unique_id = ?')
  return needed.flatMap(({ unique_id, size }) => {
    const path = join(bytesFolder, unique_id)
    if (isContentId(unique_id) && statSync(path, { throwIfNoEntry: false })?.size === size) {
      copyFileSync(path, join(folder, unique_id))
      return [unique_id]
    }
    forget.run(unique_id)
    lost.push(`The bytes of ${unique_id} are missing.`)
    return []
  })
}

/** One that goes may leave others behind that refer to it. */
function leaveOutWrongRows(file: string, lost: string[]) {
  const target = new Database(file)
  target.pragma('foreign_keys = off')
  registerChecks(target)
  const tables = tablesOf(target).filter((table) => !ARCHIVE_TABLES.includes(table))
  const gone = new Map<string, number>()
  const leaveOut = (table: string, isWrong: string) => {
    const { changes } = target.prepare(`delete from ${table} where ${isWrong}`).run()
    gone.set(table, (gone.get(table) ?? 0) + changes)
    return changes
  }
  let changes: number
  do {
    changes = 0
    for (const table of tables) {
      changes += leaveOut(table, `${wrongnessOf(target, table)} is not null`)
      for (const { from, parent, to } of referencesOf(target, table)) {
        changes += leaveOut(table, `${from} is not null and ${from} not in (select ${to} from ${parent})`)
      }
    }
  } while (changes)
  target.close()
  for (const [table, rows] of gone) if (rows) lost.push(`Rows of ${table} that were left out as damaged: ${rows}.`)
}

function referencesOf(db: Db, table: string) {
  const rows = db
    .prepare<[string], { from: string; table: string }>('select "from", "table" from pragma_foreign_key_list(?)')
    .all(table)
  return rows.map(({ from, table: parent }) => ({ from, parent, to: keyOf(db, parent)[0] ?? 'rowid' }))
}

function clockIn(target: Db) {
  registerChecks(target)
  const [state] = target
    .prepare<[], string>("select value from settings where name = 'clock' and is_clock(value)")
    .pluck()
    .all()
  const clock = createClock()
  if (state !== undefined) clock.restore(JSON.parse(state) as ClockState)
  return clock.ms() >= 0 && clock.ms() <= LATEST_MS ? clock : createClock()
}
