// Checks the files that SQLite opens beside the database.

import { lstatSync, type Stats } from 'node:fs'
import Database from 'better-sqlite3'
import { Problem } from '../../lib/problem.ts'

export const journalOf = (file: string) => `${file}-journal`

/** Returns the stats of a path without following a link, or undefined if it does not exist or cannot be reached. */
export function linkStats(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

/**
 * Throws if the path is a link, a pipe or a device. SQLite would wait for the writer of a pipe forever, and the emulator
 * would change the permissions of the target of a link.
 */
export function requireRegularFile(path: string) {
  const stats = linkStats(path)
  if (!stats || stats.isFile()) return
  throw new Problem('foreign-file', `${path} is not a regular file.`, 'Nothing was changed. Move it away.')
}

/**
 * Rolls the database back to the state before an unfinished transaction, if SQLite's rollback file contains that
 * state. Returns true if it did. Reading the application id makes SQLite roll back without reading the schema, which is
 * not checked yet.
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
