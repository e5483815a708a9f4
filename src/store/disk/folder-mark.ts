// Marks a folder of file contents with the id of the database that owns it.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../lib/problem.ts'
import { restrictToOwner } from './files.ts'
import { linkStats } from './side-files.ts'

const MARK = 'database-id'

export const isUploadFolder = (name: string) => /^\.upload-\w{6}$/.test(name)

/** Creates and marks the folder. Throws if it belongs to another database or contains other files. */
export function claimFolder(folder: string, id: string) {
  const { owner, names } = readFolder(folder)
  if (owner === id) return restrictToOwner(folder)
  requireEmpty(folder, owner, names)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  restrictToOwner(folder)
  writeFileSync(join(folder, MARK), `${id}\n`)
}

export function requireEmptyFolder(folder: string) {
  const { owner, names } = readFolder(folder)
  requireEmpty(folder, owner, names)
}

function requireEmpty(folder: string, owner: string | undefined, names: readonly string[]) {
  if (!names.length) return
  const [what, remedy] =
    owner === undefined
      ? ['files of another program', 'Move the folder away']
      : ['the files of another database', 'Put back the database of these files, move the folder away']
  const hint = `Nothing in the folder was changed. ${remedy}, or name another file with --db.`
  throw new Problem('foreign-folder', `${folder} contains ${what}.`, hint)
}

/** Throws if the folder is a link, because the emulator would change permissions and files in the link's target. */
export function requireNoLink(folder: string) {
  if (!linkStats(folder)?.isSymbolicLink()) return
  const hint = 'Nothing was changed. Replace the link with a folder, or name another file with --db.'
  throw new Problem('foreign-folder', `${folder} is a link.`, hint)
}

function readFolder(folder: string): { owner: string | undefined; names: string[] } {
  requireNoLink(folder)
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    const isMarked = entries.some((entry) => entry.name === MARK && entry.isFile())
    const owner = isMarked ? readFileSync(join(folder, MARK), 'utf8').trim() : undefined
    return { owner, names: entries.map(({ name }) => name).filter((name) => !isMarked || name !== MARK) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!existsSync(folder)) return { owner: undefined, names: [] }
    const happened = code === 'ENOTDIR' ? `${folder} is not a folder.` : `${folder} cannot be read: ${message}.`
    throw new Problem('foreign-folder', happened, `Move ${folder} away, or name another file with --db.`)
  }
}
