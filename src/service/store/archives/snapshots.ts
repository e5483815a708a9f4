// Stores snapshots, which are archives, in a folder.

import { existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SNAPSHOT_NAME } from '../../rules/names.ts'
import { syncToDisk } from '../disk.ts'

const SUFFIX = '.snapshot'

export interface SnapshotFile {
  name: string
  bytes: number
  /** When the snapshot was saved, in Unix seconds of the real clock. */
  made_at: number
}

export type Snapshots = ReturnType<typeof openSnapshots>

export function openSnapshots(folder: string, { durable }: { durable: boolean }) {
  const pathOf = (name: string) => join(folder, name + SUFFIX)

  function get(name: string): SnapshotFile {
    const { size, mtimeMs } = statSync(pathOf(name))
    return { name, bytes: size, made_at: mtimeMs / 1000 }
  }

  /** Lists the snapshots, oldest first. Ignores files with other names. */
  function list(): SnapshotFile[] {
    if (!existsSync(folder)) return []
    const names = readdirSync(folder).filter((name) => name.endsWith(SUFFIX))
    return names
      .map((name) => name.slice(0, -SUFFIX.length))
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
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      renameSync(path, pathOf(name))
      // The folder of snapshots may itself be new, so its parent is synced too.
      if (durable) for (const each of [folder, dirname(folder)]) syncToDisk(each)
    },
  }
}
