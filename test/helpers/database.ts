// Reads everything an emulator has written: all rows of its database, and its files.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import Database from 'better-sqlite3'

/** Returns a function that reads the current state. It reuses the rows if the bytes of the database are unchanged. */
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

/** Reads a copy of the database and its WAL file, because the emulator locks the original. */
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

/** Lists the files beside the database, without SQLite's own files and temporary files of uploads. */
const filesBeside = (file: string) =>
  readdirSync(dirname(file), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dirname(file), join(parentPath, name)))
    .filter((path) => !path.startsWith(`${basename(file)}-`) && !path.includes('/.uploads/'))
    .sort()
