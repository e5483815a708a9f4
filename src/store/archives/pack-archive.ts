// Makes an archive of a copied database.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { closeToOthers } from '../disk/close-to-others.ts'
import { syncFile } from '../disk/sync-file.ts'
import { ARCHIVE_SCHEMA } from '../schema.ts'
import { type About, ARCHIVE_ID } from './archive.ts'

/** The contents lie in the folder under their names. */
export async function packArchive(file: string, folder: string, contents: readonly string[], about: About) {
  const db = new Database(file)
  try {
    // Of a copy the log is no part.
    db.pragma('journal_mode = delete')
    db.pragma('journal_mode = memory')
    // It is brought to the disk once, at the end.
    db.pragma('synchronous = off')
    db.pragma(`application_id = ${ARCHIVE_ID}`)
    db.exec('delete from database')
    // What is gone already is nobody's.
    db.exec('delete from updates where update_id < (select updates_from from bots where id = bot)')
    const { at_ms, frozen, tokens } = about
    if (!tokens) db.exec(`update bots set token = 'left out ' || id; update webhooks set secret_token = null`)
    // Pages keep remains of what they held, and some hold nothing, so that all of them are written anew.
    db.exec('vacuum')
    db.exec(ARCHIVE_SCHEMA)
    db.prepare('insert into archive values (?, ?, ?)').run(at_ms, frozen ? 1 : 0, tokens ? 1 : 0)
    const put = db.prepare('insert into bytes values (?, ?)')
    for (const uniqueId of contents) put.run(uniqueId, await readFile(join(folder, uniqueId)))
  } finally {
    db.close()
  }
  closeToOthers(file)
  await syncFile(file)
}
