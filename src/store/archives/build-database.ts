// Builds the database file of a world from a checked archive.

import Database from 'better-sqlite3'
import { createTables, type Db, tablesOf, withoutTriggers } from '../db.ts'
import { APPLICATION_ID } from '../disk/damage.ts'
import { restrictToOwner, syncFile } from '../disk/files.ts'
import { PAGE_BYTES } from '../disk/open.ts'

export interface BuildOptions {
  file: string
  /** The id of the current database, which the new one gets too. */
  id: string
  /** The highest update id of the current world. Pending updates of the archive get higher ids. */
  highestUpdateId: number
}

/** Builds the database, and returns the number of pending updates in it. */
export function buildDatabase(archive: string, { file, id, highestUpdateId }: BuildOptions): Promise<number> {
  return newDatabase(file, id, (db) => {
    // Checking foreign keys again is unnecessary, because `openArchive` has checked the references between rows.
    db.pragma('foreign_keys = off')
    db.prepare('attach ? as archive').run(archive)
    return db.transaction(() => {
      copyTables(db)
      return copyUpdates(db, highestUpdateId)
    })()
  })
}

/** Resolves to the result of `work` when the file is synced to the disk. */
export async function newDatabase<T>(file: string, id: string, work: (db: Db) => T): Promise<T> {
  const db = new Database(file)
  let result: T
  try {
    db.pragma(`page_size = ${PAGE_BYTES}`)
    db.pragma('journal_mode = memory')
    // SQLite doesn't need to sync each write, because `syncFile` syncs the whole file at the end.
    db.pragma('synchronous = off')
    db.pragma('trusted_schema = off')
    createTables(db, APPLICATION_ID)
    db.prepare('update database set id = ?').run(id)
    result = work(db)
  } finally {
    db.close()
  }
  restrictToOwner(file)
  await syncFile(file)
  return result
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
