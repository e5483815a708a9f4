// All that an emulator has written: each row of its database file, and the files beside it.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'

/** Looks at what an emulator writes; where no byte of the database is another, it is not read again. */
export function everythingIn(file: string) {
  let bytes: Buffer[] = []
  let rows: Record<string, unknown[]> = {}
  return () => {
    const now = [file, `${file}-wal`].map((part) => (existsSync(part) ? readFileSync(part) : Buffer.alloc(0)))
    if (!now.every((part, i) => bytes[i]?.equals(part))) rows = rowsIn(now)
    bytes = now
    return { rows, files: filesBeside(file) }
  }
}

/** The emulator keeps its file to itself, so a copy is read, with what waits to be written into it. */
function rowsIn(bytes: readonly Buffer[]) {
  const folder = mkdtempSync(join(tmpdir(), 'database-'))
  try {
    for (const [i, name] of ['copy', 'copy-wal'].entries()) writeFileSync(join(folder, name), bytes[i] ?? '')
    return rowsOf(join(folder, 'copy'))
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
