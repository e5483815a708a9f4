// A whole world as one file: the open database copied, and packed into an archive.

import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Problem } from '../../lib/problem.ts'
import type { Db } from '../db.ts'
import { closeToOthers, syncFile } from '../disk/files.ts'
import { ARCHIVE_SCHEMA } from '../schema.ts'

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

/** "botx": an archive is not taken for a world's own database, nor the other way round. */
export const ARCHIVE_ID = 0x626f7478

export interface About {
  /** Where the clock stood. */
  at_ms: number
  frozen: boolean
  /** Whether it holds the tokens of bots and the secrets of webhooks. */
  tokens: boolean
}

export const foreign = () =>
  new Problem('foreign-archive', 'This is no export of bot-emulator.', 'Take a file made with bot-emulator export.')

export const damaged = (how: string) =>
  new Problem(
    'damaged-archive',
    `The export is damaged: ${how.replace(/\.$/, '')}.`,
    'Take another copy of the file; nothing was changed.',
  )

export function asDamage(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  const broken =
    error instanceof SyntaxError ||
    (typeof code === 'string' && /^SQLITE_(CORRUPT|ERROR|CONSTRAINT|MISMATCH|SCHEMA)/.test(code))
  return broken ? damaged(message!) : error
}

/** As many as are copied in some milliseconds. */
const PAGES_AT_ONCE = 500

export async function copyDatabase(db: Db, file: string) {
  let written: 'no' | 'soon' | 'yes' = 'no'

  async function write() {
    written = 'soon'
    try {
      const copy = await open(file, 'r+')
      await copy.sync().finally(() => copy.close())
    } catch {
      // The last piece meets the same disk, and says what is wrong with it.
    }
    written = 'yes'
  }

  await db.backup(file, {
    progress({ remainingPages }) {
      if (remainingPages > PAGES_AT_ONCE || written === 'yes') return PAGES_AT_ONCE
      // The last piece waits for the disk and holds everybody up: it finds nearly all written already.
      if (written === 'no') void write()
      return 0
    },
  })
}
