// Turns a copy of a database into an archive.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { syncToDisk } from '../disk.ts'
import { ARCHIVE_SCHEMA } from '../schema.ts'
import { type About, ARCHIVE_ID } from './archive.ts'

/** Adds the contents of files, whose names in `folder` are their ids. Leaves out secrets unless `about.tokens` is true. */
export function packArchive(file: string, folder: string, contents: readonly string[], about: About) {
  const db = new Database(file)
  try {
    // Turns off WAL mode, which keeps the latest rows in a second file, because an archive is a single file.
    db.pragma('journal_mode = delete')
    db.pragma('journal_mode = memory')
    // SQLite doesn't need to sync each write, because the whole file is synced at the end.
    db.pragma('synchronous = off')
    db.pragma(`application_id = ${ARCHIVE_ID}`)
    const { at_ms, frozen, tokens } = about
    if (!tokens) db.exec(`update bots set token = 'left out ' || id; update webhooks set secret_token = null`)
    // Removes the free space of the file, which may still contain deleted texts and tokens.
    db.exec('vacuum')
    db.exec(ARCHIVE_SCHEMA)
    db.prepare('insert into archive values (?, ?, ?)').run(at_ms, frozen ? 1 : 0, tokens ? 1 : 0)
    const put = db.prepare('insert into bytes values (?, ?)')
    for (const uniqueId of contents) put.run(uniqueId, readFileSync(join(folder, uniqueId)))
  } finally {
    db.close()
  }
  syncToDisk(file)
}
