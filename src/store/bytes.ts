// Stores the contents of files in a folder, each once, under its content id.

import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isContentId } from '../lib/content-id.ts'
import { syncToDisk } from './disk/files.ts'
import { claimFolder, isUploadFolder } from './disk/folder-mark.ts'
import { createTemporaryFolder } from './disk/temporary-folder.ts'

export type Bytes = ReturnType<typeof openBytes>

const UPLOAD_PREFIX = '.upload-'

/** The folder for contents that are unknown to the database. They may belong to another copy of the database. */
const SET_ASIDE = 'set-aside'

/** The number of files checked without a pause, which takes some milliseconds. */
const FILES_PER_TURN = 200

export const filesBeside = (database: string) => `${database}.files`

/** The store with the rows of the files. Its rows change when another world replaces the current one. */
interface Owner {
  id: string
  files: Files
}

interface Files {
  /** True if a file that is not deleted has the content. */
  isAlive(uniqueId: string): boolean
  /** True if a file has or had the content. */
  knows(uniqueId: string): boolean
  contents(): string[]
}

/** Opens the folder of contents: beside the database or, for a world in memory, in the temporary folder. */
export function openBytes(database: string, owner: Owner, { durable }: { durable: boolean }) {
  const isTemporary = database === ':memory:'
  let folder = isTemporary ? undefined : filesBeside(database)

  function root(): string {
    folder ??= createTemporaryFolder()
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  const pathOf = (uniqueId: string) => join(root(), uniqueId)
  const asidePathOf = (uniqueId: string) => join(root(), SET_ASIDE, uniqueId)
  const has = (uniqueId: string) => existsSync(pathOf(uniqueId))
  const remove = (name: string) => rmSync(pathOf(name), { recursive: true, force: true })

  /** Removes unfinished uploads and deleted contents, and sets aside the contents that are unknown to the database. */
  function cleanUp() {
    for (const entry of readdirSync(root(), { withFileTypes: true })) {
      const { name } = entry
      if (isUploadFolder(name)) remove(name)
      // A link could lead to any file of the user, which an export would contain.
      else if (isContentId(name) && !entry.isFile()) setAside(name)
      else if (!isContentId(name) || owner.files.isAlive(name)) continue
      else if (owner.files.knows(name)) remove(name)
      else setAside(name)
    }
  }

  function setAside(name: string) {
    mkdirSync(join(root(), SET_ASIDE), { recursive: true })
    renameSync(pathOf(name), asidePathOf(name))
  }

  function restoreSetAside() {
    if (!existsSync(join(root(), SET_ASIDE))) return
    for (const uniqueId of owner.files.contents()) {
      const isSetAside = lstatSync(asidePathOf(uniqueId), { throwIfNoEntry: false })?.isFile()
      if (isSetAside && !has(uniqueId)) renameSync(asidePathOf(uniqueId), pathOf(uniqueId))
    }
  }

  let holders = 0
  let isClosed = false
  let sweepIsDue = false
  const postponedRemovals = new Set<string>()

  /** Removes unused contents, with pauses in which other calls run. */
  async function sweep() {
    if (!folder) return
    try {
      for (const [index, name] of readdirSync(root()).entries()) {
        if (index % FILES_PER_TURN === FILES_PER_TURN - 1) await nextTurn()
        if (isClosed) return
        if (isContentId(name)) removeUnlessAlive(name)
      }
    } catch {
      // If the folder cannot be read, the next start removes the contents.
    }
  }

  function removeUnlessAlive(uniqueId: string) {
    if (holders) return void postponedRemovals.add(uniqueId)
    try {
      if (!owner.files.isAlive(uniqueId)) remove(uniqueId)
    } catch {
      // The next start removes the content.
    }
  }

  async function release() {
    if (--holders) return
    for (const uniqueId of postponedRemovals) removeUnlessAlive(uniqueId)
    postponedRemovals.clear()
    if (!sweepIsDue) return
    sweepIsDue = false
    await sweep()
  }

  if (folder) {
    claimFolder(folder, owner.id)
    cleanUp()
    restoreSetAside()
  }

  return {
    folder: root,
    pathOf,
    /** Creates a folder for the parts of one request; the caller empties it. */
    newUploadFolder: () => mkdtempSync(join(root(), UPLOAD_PREFIX)),
    async empty(uploadFolder: string) {
      try {
        await rm(uploadFolder, { recursive: true, force: true, maxRetries: 3 })
      } catch {
        // The next start removes the folder.
      }
    },
    /**
     * Links a content from its upload folder, which the caller empties later, into the folder of contents. Does not replace an
     * existing file, which has the same content, because that is slow.
     */
    keep(path: string, uniqueId: string) {
      if (has(uniqueId)) return
      if (durable) syncToDisk(path)
      linkOrCopy(path, pathOf(uniqueId))
      if (durable) syncToDisk(root())
    },
    has,
    /** Postpones the removal of contents until the returned function is called. */
    hold(): () => Promise<void> {
      holders++
      return release
    },
    removeUnlessAlive,
    /** Removes the contents that only the replaced world had. */
    removeReplaced() {
      if (holders) sweepIsDue = true
      else void sweep()
    },
    close() {
      isClosed = true
      if (isTemporary && folder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function linkOrCopy(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    // Some file systems do not support hard links.
    copyFileSync(from, to)
  }
}
