// Stores file contents in a folder. Each file's name is its content id.

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

/** The subfolder for contents that the database does not know. They may belong to another copy of the database. */
const SET_ASIDE = 'set-aside'

/** The number of files that `sweep` checks before it lets other calls run. Checking them takes a few milliseconds. */
const FILES_PER_TURN = 200

export const filesBeside = (database: string) => `${database}.files`

interface Owner {
  id: string
  files: Files
}

interface Files {
  /** True if a row of `files` has the content and is not marked as deleted. */
  isAlive(uniqueId: string): boolean
  /** True if any row of `files` has the content. */
  exists(uniqueId: string): boolean
  contents(): string[]
}

/** Opens the folder of file contents. A world in memory creates a temporary folder when it needs one. */
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

  /**
   * Removes what earlier runs left behind: uploads, and contents of deleted files. Moves contents that the database
   * does not know into a subfolder.
   */
  function cleanUp() {
    for (const entry of readdirSync(root(), { withFileTypes: true })) {
      const { name } = entry
      if (isUploadFolder(name)) remove(name)
      // Sets a symbolic link aside, because an export would include the file that the link points to.
      else if (isContentId(name) && !entry.isFile()) setAside(name)
      else if (!isContentId(name) || owner.files.isAlive(name)) continue
      else if (owner.files.exists(name)) remove(name)
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

  /** Removes unused contents. Pauses in between, so that other calls can run. */
  async function sweep() {
    if (!folder) return
    try {
      for (const [index, name] of readdirSync(root()).entries()) {
        if (index % FILES_PER_TURN === FILES_PER_TURN - 1) await nextTurn()
        if (isClosed) return
        if (isContentId(name)) removeUnlessAlive(name)
      }
    } catch {
      // The error is ignored, because the next start of the emulator removes unused contents again.
    }
  }

  function removeUnlessAlive(uniqueId: string) {
    if (holders) return void postponedRemovals.add(uniqueId)
    try {
      if (!owner.files.isAlive(uniqueId)) remove(uniqueId)
    } catch {
      // The error is ignored, because the next start of the emulator removes the content.
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
    /** Creates a folder for the temporary files of one request. The caller removes it with `empty`. */
    newUploadFolder: () => mkdtempSync(join(root(), UPLOAD_PREFIX)),
    async empty(uploadFolder: string) {
      try {
        await rm(uploadFolder, { recursive: true, force: true, maxRetries: 3 })
      } catch {
        // The error is ignored, because the next start of the emulator removes the folder.
      }
    },
    /** Stores an uploaded file unless its content is already stored. The caller removes the upload later. */
    keep(path: string, uniqueId: string) {
      if (has(uniqueId)) return
      if (durable) syncToDisk(path)
      linkOrCopy(path, pathOf(uniqueId))
      if (durable) syncToDisk(root())
    },
    has,
    /** Postpones all removals, for example during an export, until the returned function is called. */
    hold(): () => Promise<void> {
      holders++
      return release
    },
    removeUnlessAlive,
    /** Removes unused contents after another world has replaced the current one. */
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
    // Copies the file if the file system doesn't support hard links.
    copyFileSync(from, to)
  }
}
