// Copies the open database and packs it with its files into an archive.

import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Problem } from '../../lib/problem.ts'
import type { Db } from '../db.ts'
import { restrictToOwner, syncFile } from '../disk/files.ts'
import { ARCHIVE_SCHEMA } from '../schema.ts'

/** Turns a copied database into an archive. The folder holds the contents under their ids. */
export async function packArchive(file: string, folder: string, contents: readonly string[], about: About) {
  const db = new Database(file)
  try {
    // A copy does not include the WAL file.
    db.pragma('journal_mode = delete')
    db.pragma('journal_mode = memory')
    // The file is synced once, at the end.
    db.pragma('synchronous = off')
    db.pragma(`application_id = ${ARCHIVE_ID}`)
    db.exec('delete from database')
    // The bots no longer have these updates; only the deletion of the rows is pending.
    db.exec('delete from updates where update_id < (select updates_from from bots where id = bot)')
    const { at_ms, frozen, tokens } = about
    if (!tokens) db.exec(`update bots set token = 'left out ' || id; update webhooks set secret_token = null`)
    // Vacuum rewrites all pages, whose free space may still hold deleted texts and tokens.
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

/** "botx": the application id that distinguishes an archive from the database of a world. */
export const ARCHIVE_ID = 0x626f7478

export interface About {
  /** The emulator's clock at the export. */
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

/** The number of pages copied at once, which takes some milliseconds. */
const PAGES_PER_STEP = 500

export async function copyDatabase(db: Db, file: string) {
  let synced: 'no' | 'soon' | 'yes' = 'no'

  async function syncEarly() {
    synced = 'soon'
    try {
      const copy = await open(file, 'r+')
      await copy.sync().finally(() => copy.close())
    } catch {
      // Copying the last pages reports any error of the disk.
    }
    synced = 'yes'
  }

  await db.backup(file, {
    progress({ remainingPages }) {
      if (remainingPages > PAGES_PER_STEP || synced === 'yes') return PAGES_PER_STEP
      // Copying the last pages syncs the file, which blocks all calls. Most of the file is synced before that.
      if (synced === 'no') void syncEarly()
      return 0
    },
  })
}
