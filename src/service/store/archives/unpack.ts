// Checks and unpacks an archive, and builds a database from it.

import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { contentIdOf } from '../../../lib/content-id.ts'
import { Problem } from '../../../lib/problem.ts'
import { createTables, type Db, findDamage, pluck, tablesOf, withoutTriggers } from '../db.ts'
import { syncToDisk } from '../disk.ts'
import { APPLICATION_ID, createFile, otherEmulator, PAGE_BYTES, readVersion } from '../open.ts'
import { ARCHIVE_SCHEMA, WORLD_SCHEMA } from '../schema.ts'
import { type About, ARCHIVE_ID, damagedArchive } from './archive.ts'

export interface Archive extends About {
  /** The service settings of the archived world, as parsed JSON. */
  service: unknown
  /** The ids of the contents that the current world lacked. */
  unpacked: string[]
}

interface ContentFolders {
  folder: string
  /** The current world's folder of contents. Contents that it lacks are written to `folder`, then moved here. */
  contents: string
}

export function openArchive(file: string, folders: ContentFolders): Archive {
  requireOurs(file)
  try {
    // Opens the file for writing, because SQLite skips CHECK constraints in a read-only file.
    const db = new Database(file)
    try {
      db.pragma('query_only = on')
      db.pragma('trusted_schema = off')
      return readArchive(db, folders)
    } finally {
      db.close()
    }
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string }
    throw /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(String(code)) ? damagedArchive(message) : error
  }
}

function requireOurs(file: string) {
  const { application, schema } = readVersion(file)
  if (application !== ARCHIVE_ID) {
    const hint = 'Pass a file that bot-emulator export has written.'
    throw new Problem('foreign-archive', 'This file is not an export of bot-emulator.', hint)
  }
  const other = otherEmulator(schema)
  if (!other) return
  const hint =
    other.age === 'newer' ? 'Update bot-emulator.' : 'Import the file with the bot-emulator that exported it.'
  throw new Problem(`${other.age}-archive`, `This file was exported by ${other.name}.`, hint)
}

function readArchive(db: Db, folders: ContentFolders): Archive {
  const damage = findDamage(db, WORLD_SCHEMA + ARCHIVE_SCHEMA)
  if (damage !== undefined) throw damagedArchive(damage)
  if ((db.pragma('foreign_key_check') as unknown[]).length) throw damagedArchive('some rows refer to missing rows')
  const about = db.prepare<[], { at_ms: number; frozen: 0 | 1; tokens: 0 | 1 }>('select * from archive').get()
  if (!about) throw damagedArchive('the time of the export is missing')
  const service = pluck<[], string>(db, `select value from settings where name = 'service'`).get()
  return {
    at_ms: about.at_ms,
    frozen: about.frozen === 1,
    tokens: about.tokens === 1,
    service: JSON.parse(service ?? '{}'),
    unpacked: unpack(db, folders),
  }
}

/** Moves contents into place only after all of them are checked. Returns the ids of those that were missing there. */
function unpack(db: Db, { folder, contents }: ContentFolders): string[] {
  const needed = pluck<[], string>(db, 'select distinct unique_id from files where not deleted').all()
  const content = pluck<[string], Buffer>(db, 'select content from bytes where unique_id = ?')
  const missing = needed.filter((uniqueId) => !existsSync(join(contents, uniqueId)))
  for (const uniqueId of missing) {
    const bytes = content.get(uniqueId)
    if (!bytes || contentIdOf(bytes) !== uniqueId)
      throw damagedArchive(`the content of the file ${uniqueId} is missing or has changed`)
    writeFileSync(join(folder, uniqueId), bytes, { flush: true })
  }
  for (const uniqueId of missing) renameSync(join(folder, uniqueId), join(contents, uniqueId))
  if (missing.length) syncToDisk(contents)
  return missing
}

export interface BuildOptions {
  file: string
  /** The highest update id of the current world. Pending updates of the archive get higher ids. */
  highestUpdateId: number
}

/** Builds the database file of a world from a checked archive. Returns the number of pending updates in it. */
export function buildDatabase(archive: string, { file, highestUpdateId }: BuildOptions): number {
  createFile(file)
  const db = new Database(file)
  try {
    db.pragma(`page_size = ${PAGE_BYTES}`)
    db.pragma('journal_mode = memory')
    // SQLite doesn't need to sync each write, because the whole file is synced at the end.
    db.pragma('synchronous = off')
    createTables(db, APPLICATION_ID)
    // The references between rows have been checked in the archive.
    db.pragma('foreign_keys = off')
    db.prepare('attach ? as archive').run(archive)
    return db.transaction(() => {
      copyTables(db)
      return copyUpdates(db, highestUpdateId)
    })()
  } finally {
    db.close()
    syncToDisk(file)
  }
}

/** Copies all tables except `updates`. Both files have the same schema, so SQLite copies rows without decoding them. */
const copyTables = (db: Db) =>
  withoutTriggers(db, () => {
    for (const table of tablesOf(db)) {
      if (table !== 'updates') db.exec(`insert into main.${table} select * from archive.${table}`)
    }
  })

/**
 * Copies the updates, and gives the copies ids above `highest`. The SQL casts `highest` to an integer, because
 * better-sqlite3 binds numbers as reals.
 */
function copyUpdates(db: Db, highest: number): number {
  db.prepare(
    `create temp table shifts as
      select bot, max(0, cast(? as integer) + 1 - min(update_id)) as by from archive.updates group by bot`,
  ).run(highest)
  const { changes } = db
    .prepare(
      `insert into main.updates select bot, update_id + by, type,
        iif(by, '{"update_id":' || (update_id + by) || substr(body, instr(body, ',')), body), made_ms
        from shifts join archive.updates using (bot) order by bot, update_id`,
    )
    .run()
  db.exec('update main.bots set last_update_id = last_update_id + by from shifts where bots.id = shifts.bot')
  db.exec('update main.webhooks set failed_update = failed_update + by from shifts where webhooks.bot = shifts.bot')
  db.exec('drop table shifts')
  return changes
}
