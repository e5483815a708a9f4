// Copies an open database, and packs the copy with its file contents into an archive.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Problem } from '../../lib/problem.ts'
import type { Db } from '../db.ts'
import { restrictToOwner, syncFile } from '../disk/files.ts'
import { ARCHIVE_SCHEMA } from '../schema.ts'

/** Turns the copy of a database into an archive. Adds the file contents, whose names in `folder` are their ids. */
export async function packArchive(file: string, folder: string, contents: readonly string[], about: About) {
  const db = new Database(file)
  try {
    // Turns off WAL mode, which keeps the latest rows in a second file, because an archive is a single file.
    db.pragma('journal_mode = delete')
    db.pragma('journal_mode = memory')
    // SQLite doesn't need to sync each write, because `syncFile` syncs the whole file at the end.
    db.pragma('synchronous = off')
    db.pragma(`application_id = ${ARCHIVE_ID}`)
    db.exec('delete from database')
    const { at_ms, frozen, tokens } = about
    if (!tokens) db.exec(`update bots set token = 'left out ' || id; update webhooks set secret_token = null`)
    // Removes the free space of the file, which may still contain deleted texts and tokens.
    db.exec('vacuum')
    db.exec(ARCHIVE_SCHEMA)
    db.prepare('insert into archive values (?, ?, ?)').run(at_ms, frozen ? 1 : 0, tokens ? 1 : 0)
    const put = db.prepare('insert into bytes values (?, ?)')
    for (const uniqueId of contents) put.run(uniqueId, await readFile(join(folder, uniqueId)))
  } finally {
    db.close()
  }
  restrictToOwner(file)
  await syncFile(file)
}

/** The SQLite application id of an archive, "botx" in ASCII. */
export const ARCHIVE_ID = 0x626f7478

export interface About {
  /** The emulator's clock at the export, in Unix milliseconds. */
  at_ms: number
  frozen: boolean
  /** True if the archive includes the tokens of bots and the secrets of webhooks. */
  tokens: boolean
}

export const foreignArchive = () =>
  new Problem(
    'foreign-archive',
    'This file is not an export of bot-emulator.',
    'Pass a file that bot-emulator export has written.',
  )

export const damagedArchive = (how: string) =>
  new Problem(
    'damaged-archive',
    `The export is damaged: ${how.replace(/\.$/, '')}.`,
    'Nothing was changed. Import another copy of the file.',
  )

export function asDamageProblem(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  const broken =
    error instanceof SyntaxError ||
    error instanceof RangeError ||
    (typeof code === 'string' && /^SQLITE_(CORRUPT|ERROR|CONSTRAINT|MISMATCH|SCHEMA|TOOBIG|NOMEM)/.test(code))
  return broken ? damagedArchive(message!) : error
}

/** The number of pages copied in one step. With more pages, a step would block calls for too long. */
const PAGES_PER_STEP = 500

export async function copyDatabase(db: Db, file: string) {
  let synced: 'no' | 'soon' | 'yes' = 'no'

  async function syncEarly() {
    synced = 'soon'
    try {
      await syncFile(file)
    } catch {
      // The error is ignored here, because SQLite syncs the copy again at the end and reports the error then.
    }
    synced = 'yes'
  }

  await db.backup(file, {
    progress({ remainingPages }) {
      if (remainingPages > PAGES_PER_STEP || synced === 'yes') return PAGES_PER_STEP
      // SQLite blocks all calls while it syncs the finished copy. To keep that short, most pages are synced earlier.
      if (synced === 'no') void syncEarly()
      return 0
    },
  })
}
