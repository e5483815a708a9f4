// Opens the storage of a world: its database, its file contents and its snapshots.

import { existsSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Problem } from '../lib/problem.ts'
import { openSnapshots } from './archives/snapshots.ts'
import { filesBeside, openBytes } from './bytes.ts'
import { requireEmptyFolder } from './disk/folder-mark.ts'
import { isFilled, requireNoDevice } from './disk/open.ts'
import { linkStats } from './disk/side-files.ts'
import { removeLeftovers } from './disk/temporary-folder.ts'
import { openStore } from './store.ts'

export function openStorage(file: string, options: { durable: boolean }) {
  if (!file.trim()) {
    const hint = 'Name a file with --db, or pass --memory.'
    throw new Problem('bad-option', 'The name of the database file is empty.', hint)
  }
  const database = resolveLink(file)
  requireNoDevice(file, '--db')
  // Checks the folders before the database is created, so that a refusal doesn't leave a new file behind.
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

/** Returns the file to which a link leads. Contents and snapshots are stored beside that file. */
export function resolveLink(file: string): string {
  if (!linkStats(file)?.isSymbolicLink()) return file
  return existsSync(file) ? realpathSync(file) : resolve(dirname(file), readlinkSync(file))
}
