// Stores snapshots as archives, beside the database or in a temporary folder.

import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SNAPSHOT_NAME } from '../../spec/names.ts'
import { moveOver, restrictToOwner, syncToDisk } from '../disk/files.ts'
import { requireNoLink } from '../disk/folder-mark.ts'
import { createTemporaryFolder } from '../disk/temporary-folder.ts'

const SUFFIX = '.snapshot'

export interface SnapshotFile {
  name: string
  bytes: number
  /** When the snapshot was saved, in Unix seconds of the real clock. */
  made_at: number
}

export type Snapshots = ReturnType<typeof openSnapshots>

export function openSnapshots(database: string, { durable }: { durable: boolean }) {
  const isTemporary = database === ':memory:'
  let folder = isTemporary ? undefined : `${database}.snapshots`
  if (folder) requireNoLink(folder)
  if (folder && existsSync(folder)) restrictToOwner(folder)

  function root(): string {
    folder ??= createTemporaryFolder()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    restrictToOwner(folder)
    return folder
  }

  const pathOf = (name: string) => join(root(), name + SUFFIX)

  function get(name: string): SnapshotFile {
    const { size, mtimeMs } = lstatSync(pathOf(name))
    return { name, bytes: size, made_at: mtimeMs / 1000 }
  }

  /** Lists the snapshots, oldest first. Ignores links, pipes and files with other names. */
  function list(): SnapshotFile[] {
    if (!folder || !existsSync(folder)) return []
    const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    const names = files.filter(({ name }) => name.endsWith(SUFFIX)).map(({ name }) => name.slice(0, -SUFFIX.length))
    return names
      .filter((name) => SNAPSHOT_NAME.test(name))
      .map(get)
      .sort((a, b) => a.made_at - b.made_at)
  }

  return {
    pathOf,
    get,
    has: (name: string) => list().some((each) => each.name === name),
    list,
    /** Moves a finished archive into the folder, over an older snapshot of the same name. */
    keep(path: string, name: string) {
      moveOver(path, pathOf(name))
      // The folder of snapshots may itself be new, so its parent is synced too.
      if (durable) for (const each of [root(), dirname(root())]) syncToDisk(each)
    },
    close() {
      if (isTemporary && folder) rmSync(folder, { recursive: true, force: true })
    },
  }
}
