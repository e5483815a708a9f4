// Checks the files that SQLite opens beside the database.

import { lstatSync, type Stats } from 'node:fs'
import Database from 'better-sqlite3'
import { Problem } from '../../lib/problem.ts'

export const journalOf = (file: string) => `${file}-journal`

/** Returns the stats of a path without following links. Undefined if the path doesn't exist or can't be read. */
export function linkStats(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

/** Throws if the path is a pipe (SQLite would hang) or a link (its target would get new permissions). */
export function requireRegularFile(path: string) {
  const stats = linkStats(path)
  if (!stats || stats.isFile()) return
  throw new Problem('foreign-file', `${path} is not a regular file.`, `Nothing was changed. Move ${path} away.`)
}

/**
 * Opens the database, so that SQLite rolls back an unfinished transaction. Reads only the application id, because
 * SQLite reads the schema for other queries, and the schema is not checked yet. Returns true if the rollback file was
 * removed.
 */
export function rollBackJournal(file: string): boolean {
  const journal = journalOf(file)
  requireRegularFile(journal)
  const exists = () => linkStats(journal) !== undefined
  if (!exists()) return false
  const db = new Database(file, { timeout: 0 })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.pragma('application_id')
  } finally {
    db.close()
  }
  return !exists()
}
