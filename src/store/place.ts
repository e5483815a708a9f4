// Where a world lies: its database, and the folders beside it with the bytes of its files and its snapshots.

import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Problem } from '../lib/problem.ts'
import { openSnapshots } from './archives/snapshots.ts'
import { openBytes } from './bytes.ts'
import { requireFree } from './folder-mark.ts'
import { openStore } from './store.ts'

export function openPlace(file: string) {
  if (!file.trim()) {
    throw new Problem(
      'bad-option',
      'The database has no name.',
      'Name a file with --db, or keep nothing with --memory.',
    )
  }
  const database = behindLink(file)
  // Before the database is made: one that is refused leaves nothing behind.
  if (database !== ':memory:' && isNew(database)) requireFree(`${database}.files`)
  const store = openStore(file)
  try {
    return { store, bytes: openBytes(database, store), snapshots: openSnapshots(database) }
  } catch (error) {
    store.close()
    throw error
  }
}

/** What belongs to a database lies beside the file itself, whatever link leads to it. */
function behindLink(file: string): string {
  if (!entryAt(file, lstatSync)?.isSymbolicLink()) return file
  return entryAt(file, statSync) ? realpathSync(file) : resolve(dirname(file), readlinkSync(file))
}

const isNew = (file: string) => !entryAt(file, statSync)?.size

/** Nothing also where the way there is wrong: what is wrong is said when the database is opened. */
function entryAt(file: string, look: (file: string) => Stats): Stats | undefined {
  try {
    return look(file)
  } catch {
    return undefined
  }
}
