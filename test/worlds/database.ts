// All that an emulator has written: each row of its database file, and the files beside it.

import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'

/** The emulator keeps its file to itself, so a copy is read, with what waits to be written into it. */
export function everythingIn(file: string) {
  const folder = mkdtempSync(join(tmpdir(), 'database-'))
  try {
    for (const suffix of ['', '-wal'])
      if (existsSync(file + suffix)) copyFileSync(file + suffix, join(folder, `copy${suffix}`))
    return { rows: rowsOf(join(folder, 'copy')), files: filesBeside(file) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function rowsOf(file: string): Record<string, unknown[]> {
  const db = new Database(file)
  try {
    const tables = db.prepare("select name from sqlite_schema where type = 'table'").pluck().all() as string[]
    return Object.fromEntries(tables.map((table) => [table, db.prepare(`select * from "${table}"`).all()]))
  } finally {
    db.close()
  }
}

/** Without what SQLite keeps for itself, and what is there only while a request or an export is under way. */
const filesBeside = (file: string) =>
  readdirSync(dirname(file), { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith(`${basename(file)}-`) && !name.includes('/.upload-'))
    .sort()
