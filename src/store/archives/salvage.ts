// Exports a closed, perhaps damaged, database: copies all readable rows into an archive.

import { copyFileSync, existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type ClockState, createClock, LATEST_MS } from '../../lib/clock.ts'
import { contentIdOf, isContentId } from '../../lib/content-id.ts'
import { Problem } from '../../lib/problem.ts'
import { filesBeside } from '../bytes.ts'
import { columnsOf, createTables, type Db, keyOf, pluck, tablesOf, withoutTriggers } from '../db.ts'
import { APPLICATION_ID, headerOf } from '../disk/damage.ts'
import { requireNoDevice, requireOurSchema } from '../disk/open.ts'
import { isSchemaFlat, stateOfWal, writePageCount } from '../disk/schema-pages.ts'
import { journalOf, requireRegularFile } from '../disk/side-files.ts'
import { hasWal, walOf } from '../disk/wal.ts'
import { packArchive } from './pack-archive.ts'
import { registerRuleFunctions, wrongColumn } from './wrong-rows.ts'

export interface Salvaged {
  file: string
  /** Sentences about the data that could not be saved. */
  lost: string[]
}

interface Losses {
  lost: string[]
  omittedRows: { add(table: string, rows: number): void }
}

/** Writes the archive and temporary files into `folder`, which the caller empties later. */
export async function salvage(database: string, folder: string, { tokens }: { tokens: boolean }): Promise<Salvaged> {
  requireClosed(database)
  const source = openCopy(database, join(folder, 'copy'))
  const file = join(folder, 'world')
  const target = new Database(file)
  const lost: string[] = []
  const omittedRows = new Map<string, number>()
  const losses = {
    lost,
    omittedRows: { add: (table: string, rows: number) => omittedRows.set(table, (omittedRows.get(table) ?? 0) + rows) },
  }
  try {
    target.pragma('synchronous = off')
    createTables(target, APPLICATION_ID)
    target.pragma('foreign_keys = off')
    withoutTriggers(target, () => copyTables(source, target, losses))
    const contents = copyContents(target, filesBeside(database), folder, lost)
    const clock = readClock(target)
    target.close()
    await packArchive(file, folder, contents, { at_ms: clock.ms(), frozen: clock.frozen(), tokens })
  } finally {
    source.close()
    target.close()
  }
  deleteWrongRows(file, losses)
  for (const [table, rows] of omittedRows) if (rows) lost.push(`Damaged rows of ${table} that were left out: ${rows}.`)
  return { file, lost }
}

function requireClosed(database: string) {
  const nameHint = 'Name the database file of a world with --from.'
  if (!existsSync(database)) throw new Problem('no-such-file', `The file ${database} does not exist.`, nameHint)
  requireNoDevice(database, '--from')
  const header = headerOf(database)
  if (!header?.isOurs) {
    throw new Problem('foreign-database', `${database} is not a bot-emulator database.`, nameHint)
  }
  requireOurSchema(header.schema, database, '--from')
  for (const path of [walOf(database), journalOf(database)]) requireRegularFile(path)
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
    const hint = 'Stop the emulator that uses the database, or export from that emulator without --from.'
    throw new Problem('database-in-use', `${database} is open in an emulator.`, hint)
  }
}

function openCopy(database: string, copy: string): Db {
  copyFileSync(database, copy)
  if (stateOfWal(database) === 'used') copyFileSync(walOf(database), walOf(copy))
  // Corrects the page count, because SQLite refuses to open a file that is shorter than its header says.
  else writePageCount(copy)
  if (!isSchemaFlat(copy)) throw unreadable(database, 'its tables do not match this version of bot-emulator')
  const db = new Database(copy)
  try {
    db.pragma('trusted_schema = off')
    tablesOf(db)
    return db
  } catch (error) {
    db.close()
    throw unreadable(database, (error as Error).message)
  }
}

const unreadable = (database: string, how: string) =>
  new Problem('damaged-database', `${database} cannot be read: ${how}.`, 'Restore the database from a backup.')

/** If a damaged page stops the reading, the rows after that page are read from the last row backwards. */
function copyTables(source: Db, target: Db, { lost, omittedRows }: Losses) {
  // Damaged pages that form a loop would yield rows forever, so at most as many rows are read as the files have bytes
  // (a row takes at least one).
  const maxRows = statSync(source.name).size + (hasWal(source.name) ? statSync(walOf(source.name)).size : 0)
  for (const table of tablesOf(target)) {
    const columns = columnsOf(target, table)
    const put = target.prepare(`insert or ignore into ${table} values (${columns.map(() => '?')})`)
    const read = (direction: 'asc' | 'desc') =>
      canReadAll(() => {
        // A table with another definition is not read, because it could be a view with an endless query.
        if (sqlOf(source, table) !== sqlOf(target, table)) return false
        const order = keyOf(target, table).map((name) => `${name} ${direction}`)
        const rows = source.prepare<[], unknown[]>(`select ${columns} from ${table} order by ${order}`).raw()
        let left = maxRows
        for (const row of rows.iterate()) {
          if (left-- === 0) return false
          if (!isInserted(() => put.run(...row).changes)) omittedRows.add(table, 1)
        }
        return true
      })
    target.transaction(() => {
      if (read('asc')) return
      read('desc')
      lost.push(`Some rows of ${table} could not be read.`)
    })()
  }
}

const sqlOf = (db: Db, table: string) =>
  pluck<[string], string>(db, 'select sql from sqlite_schema where name = ?').get(table)

/** Runs `put`. Returns false if it inserted no row, because a constraint failed or a value has the wrong type. */
function isInserted(put: () => number): boolean {
  try {
    return put() > 0
  } catch (error) {
    if (String((error as { code?: unknown }).code) === 'SQLITE_CONSTRAINT_DATATYPE') return false
    throw error
  }
}

function canReadAll(read: () => boolean): boolean {
  try {
    return read()
  } catch (error) {
    if (/^SQLITE_(CORRUPT|NOTADB|IOERR|ERROR)/.test(String((error as { code?: unknown }).code))) return false
    throw error
  }
}

/** A file whose content is missing or has changed is marked as deleted, so that its messages can be kept. */
function copyContents(target: Db, bytesFolder: string, folder: string, lost: string[]): string[] {
  const needed = target
    .prepare<[], { unique_id: string; size: number }>('select distinct unique_id, size from files where not deleted')
    .all()
  const markDeleted = target.prepare('update files set deleted = 1 where unique_id = ?')
  return needed.flatMap(({ unique_id, size }) => {
    const path = join(bytesFolder, unique_id)
    // Reads only regular files, because a link could lead to another program's file, and reading a pipe could hang.
    const stats = isContentId(unique_id) ? lstatSync(path, { throwIfNoEntry: false }) : undefined
    const bytes = stats?.isFile() && stats.size === size ? readFileSync(path) : undefined
    if (bytes && contentIdOf(bytes) === unique_id) {
      writeFileSync(join(folder, unique_id), bytes)
      return [unique_id]
    }
    markDeleted.run(unique_id)
    lost.push(`The content of the file ${unique_id} ${stats ? 'has changed' : 'is missing'}.`)
    return []
  })
}

/** Deletes wrong rows until none is left, because each deletion can break the references of other rows. */
function deleteWrongRows(file: string, { omittedRows }: Losses) {
  const target = new Database(file)
  target.pragma('foreign_keys = off')
  registerRuleFunctions(target)
  const deleteWhere = (table: string, isWrong: string) => {
    const { changes } = target.prepare(`delete from ${table} where ${isWrong}`).run()
    omittedRows.add(table, changes)
    return changes
  }
  let changes: number
  do {
    changes = 0
    for (const table of tablesOf(target)) {
      const wrong = wrongColumn(target, table)
      if (wrong) changes += deleteWhere(table, `${wrong} is not null`)
      for (const { from, parent } of referencesOf(target, table)) {
        const isMissing = `not in (select ${keyOf(target, parent)} from ${parent})`
        changes += deleteWhere(table, `${from} is not null and ${from} ${isMissing}`)
      }
    }
  } while (changes)
  target.close()
}

const referencesOf = (db: Db, table: string) =>
  db
    .prepare<[string], { from: string; parent: string }>(
      'select "from", "table" as parent from pragma_foreign_key_list(?)',
    )
    .all(table)

function readClock(target: Db) {
  registerRuleFunctions(target)
  const [state] = pluck<[], string>(target, "select value from settings where name = 'clock' and is_clock(value)").all()
  const clock = createClock()
  if (state !== undefined) clock.restore(JSON.parse(state) as ClockState)
  return clock.ms() >= 0 && clock.ms() <= LATEST_MS ? clock : createClock()
}
