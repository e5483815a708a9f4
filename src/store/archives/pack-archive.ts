// Makes an archive of a copied database.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { closeToOthers } from '../disk/close-to-others.ts'
import { syncFile } from '../disk/sync-file.ts'
import { type About, ARCHIVE_ID } from './archive.ts'

const OWN_TABLES = `
  create table archive (at_ms integer not null, frozen integer not null, tokens integer not null);
  create table bytes (unique_id text primary key, content blob not null);`

/** The contents lie in the folder under their names. */
export async function packArchive(file: string, folder: string, contents: readonly string[], about: About) {
  const db = new Database(file)
  try {
    db.pragma('journal_mode = memory')
    // It is brought to the disk once, at the end.
    db.pragma('synchronous = off')
    db.pragma(`application_id = ${ARCHIVE_ID}`)
    db.exec(OWN_TABLES)
    db.exec('delete from database')
    const { at_ms, frozen, tokens } = about
    db.prepare('insert into archive values (?, ?, ?)').run(at_ms, frozen ? 1 : 0, tokens ? 1 : 0)
    if (!tokens) leaveTokensOut(db)
    const put = db.prepare('insert into bytes values (?, ?)')
    for (const uniqueId of contents) put.run(uniqueId, await readFile(join(folder, uniqueId)))
  } finally {
    db.close()
  }
  closeToOthers(file)
  await syncFile(file)
}

/** Pages keep remains of what they held, so that all of them are written anew. */
function leaveTokensOut(db: Database.Database) {
  db.exec(`update bots set token = 'left out ' || id; update webhooks set secret_token = null; vacuum`)
}
