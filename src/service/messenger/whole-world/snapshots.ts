// Saves and loads snapshots, which are archives with names.

import { copyFile } from 'node:fs/promises'
import { didYouMean } from '../../../lib/compare/nearest.ts'
import { Problem } from '../../../lib/problem.ts'
import type { SnapshotFile } from '../../store/archives/snapshots.ts'
import type { Read, Tx } from '../world.ts'
import { asFolderProblem } from './archive.ts'

export function saveSnapshot({ snapshots }: Tx, file: string, name: string): SnapshotFile {
  try {
    requireDistinctName(snapshots, name)
    snapshots.keep(file, name)
    return snapshots.get(name)
  } catch (error) {
    throw asFolderProblem(error)
  }
}

function requireDistinctName(snapshots: Read['snapshots'], name: string) {
  const twin = snapshots.list().find((one) => one.name !== name && one.name.toLowerCase() === name.toLowerCase())
  if (!twin) return
  const message = `Some file systems cannot distinguish "${name}" from the snapshot "${twin.name}".`
  const hint = `Pass "${twin.name}" to overwrite that snapshot, or choose another name.`
  throw new Problem('name-taken', message, hint)
}

/** Returns a function that copies a snapshot, so that `restore` can read it even if the snapshot is overwritten. */
export function snapshotCopier({ snapshots }: Read, name: string): (path: string) => Promise<void> {
  if (snapshots.has(name)) return (path) => copyFile(snapshots.pathOf(name), path)
  const known = snapshots.list().map((one) => one.name)
  const hint = didYouMean(name, known, known.length ? `The snapshots are: ${known.join(', ')}.` : 'No snapshots yet.')
  throw new Problem('not-found', `Unknown snapshot "${name}".`, hint)
}
