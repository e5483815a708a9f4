// Opens or deletes a world's storage: database, file contents and snapshots.

import { randomUUID } from 'node:crypto'
import { existsSync, lstatSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Problem } from '../../lib/problem.ts'
import { openSnapshots } from './archives/snapshots.ts'
import { openBytes } from './bytes.ts'
import { requireUnused } from './open.ts'
import { openStore } from './store.ts'

const contentsOf = (file: string) => `${file}.files`
const snapshotsOf = (file: string) => `${file}.snapshots`

export function openStorage(file: string, options: { durable: boolean }) {
  if (!file.trim()) {
    const hint = 'Pass a file with --db, or pass --memory.'
    throw new Problem('bad-option', 'The name of the database file is empty.', hint)
  }
  const database = resolveLink(file)
  const isTemporary = file === ':memory:'
  const beside = isTemporary ? join(tmpdir(), `bot-emulator-${randomUUID()}`, 'world') : database
  const store = openStore(database, options)
  try {
    return {
      store,
      bytes: openBytes(contentsOf(beside), store, options),
      snapshots: openSnapshots(snapshotsOf(beside), options),
      close() {
        store.close()
        if (isTemporary) rmSync(dirname(beside), { recursive: true, force: true })
      },
    }
  } catch (error) {
    store.close()
    throw error
  }
}

/** Deletes a world that no emulator uses, even if this version can't open it. */
export function deleteStorage(file: string) {
  const database = resolveLink(file)
  requireUnused(database)
  for (const path of [contentsOf(database), snapshotsOf(database)]) rmSync(path, { recursive: true, force: true })
  for (const suffix of ['-shm', '-wal', '']) rmSync(database + suffix, { force: true })
}

/** Returns the file to which a link leads, because contents and snapshots are beside that file. */
const resolveLink = (file: string): string =>
  existsSync(file) && lstatSync(file).isSymbolicLink() ? realpathSync(file) : file
