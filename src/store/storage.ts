// Opens the storage of a world: its database, its file contents and its snapshots.

import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Problem } from '../lib/problem.ts'
import { openSnapshots } from './archives/snapshots.ts'
import { filesBeside, openBytes } from './bytes.ts'
import { requireEmptyFolder } from './disk/folder-mark.ts'
import { isFilled, requireNoDevice } from './disk/open.ts'
import { removeLeftovers } from './disk/temporary-folder.ts'
import { openStore } from './store.ts'

export function openStorage(file: string, options: { durable: boolean }) {
  if (!file.trim()) {
    throw new Problem(
      'bad-option',
      'The name of the database file is empty.',
      'Name a file with --db, or pass --memory.',
    )
  }
  const database = resolveLink(file)
  requireNoDevice(file, '--db')
  // The folder of contents is checked before the database is created, so that a refusal does not leave a new database
  // file behind.
  if (database !== ':memory:' && !isFilled(database)) requireEmptyFolder(filesBeside(database))
  const store = openStore(database, options)
  void removeLeftovers()
  try {
    return { store, bytes: openBytes(database, store, options), snapshots: openSnapshots(database, options) }
  } catch (error) {
    store.close()
    throw error
  }
}

/**
 * Resolves a symbolic link to the actual database file, because the folders of contents and snapshots are beside that
 * file.
 */
export function resolveLink(file: string): string {
  if (!isLink(file)) return file
  return existsSync(file) ? realpathSync(file) : resolve(dirname(file), readlinkSync(file))
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink()
  } catch {
    // If the path cannot be examined, it is treated as a normal file. Opening the database then reports the error.
    return false
  }
}
