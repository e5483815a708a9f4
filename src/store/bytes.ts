// The bytes of files: each content once, under its own name, put in place whole.

import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isContentId } from '../lib/content-id.ts'
import { bringToDisk } from './disk/files.ts'
import { claimFolder, isUploadFolder } from './disk/folder-mark.ts'

export type Bytes = ReturnType<typeof openBytes>

const UPLOAD_PREFIX = '.upload-'

/** Bytes that the database does not know: another copy of the database may. */
const SET_ASIDE = 'set-aside'

/** As many as are looked at in some milliseconds. */
const PIECE = 200

export const filesBeside = (database: string) => `${database}.files`

/** Whose bytes they are; with another world it has other files. */
interface Owner {
  id: string
  files: Files
}

interface Files {
  /** Whether some file is made of a content. */
  isAlive(uniqueId: string): boolean
  /** Whether some file is or was made of it. */
  knows(uniqueId: string): boolean
  contents(): string[]
}

/** Beside the database; for a world in memory in a folder that goes with it. */
export function openBytes(database: string, owner: Owner, { durable }: { durable: boolean }) {
  const passing = database === ':memory:'
  let folder = passing ? undefined : filesBeside(database)

  function root(): string {
    folder ??= mkdtempSync(join(tmpdir(), 'bot-emulator-'))
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  const pathOf = (uniqueId: string) => join(root(), uniqueId)
  const asidePathOf = (uniqueId: string) => join(root(), SET_ASIDE, uniqueId)
  const has = (uniqueId: string) => existsSync(pathOf(uniqueId))
  const remove = (name: string) => rmSync(pathOf(name), { recursive: true, force: true })

  /** Removes what a crash has left, and sets aside what the database knows nothing of. */
  function tidy() {
    const names = readdirSync(root())
    for (const name of names) {
      if (!isContentId(name) || owner.files.isAlive(name)) continue
      if (owner.files.knows(name) || isOfUpload(name)) remove(name)
      else {
        mkdirSync(join(root(), SET_ASIDE), { recursive: true })
        renameSync(pathOf(name), asidePathOf(name))
      }
    }
    for (const name of names) if (isUploadFolder(name)) remove(name)
  }

  /** What is in the folder of an upload, too, was put in place for a call that was never committed. */
  const isOfUpload = (uniqueId: string) => statSync(pathOf(uniqueId)).nlink > 1

  function bringBack() {
    if (!existsSync(join(root(), SET_ASIDE))) return
    for (const uniqueId of owner.files.contents()) {
      if (!has(uniqueId) && existsSync(asidePathOf(uniqueId))) renameSync(asidePathOf(uniqueId), pathOf(uniqueId))
    }
  }

  let holders = 0
  let isClosed = false
  let sweepIsDue = false
  const putOff = new Set<string>()

  /** The first part at once, the rest piece by piece: between them others have a turn. */
  async function sweep() {
    if (!folder) return
    try {
      for (const [place, name] of readdirSync(root()).entries()) {
        if (place % PIECE === PIECE - 1) await nextTurn()
        if (isClosed) return
        if (isContentId(name)) removeUnlessAlive(name)
      }
    } catch {
      // The folder cannot be read: they go at the next start.
    }
  }

  function removeUnlessAlive(uniqueId: string) {
    if (holders) return void putOff.add(uniqueId)
    try {
      if (!owner.files.isAlive(uniqueId)) remove(uniqueId)
    } catch {
      // What cannot be removed now goes at the next start; others are removed all the same.
    }
  }

  async function release() {
    if (--holders) return
    for (const uniqueId of putOff) removeUnlessAlive(uniqueId)
    putOff.clear()
    if (!sweepIsDue) return
    sweepIsDue = false
    await sweep()
  }

  if (folder) {
    claimFolder(folder, owner.id)
    tidy()
    bringBack()
  }

  return {
    folder: root,
    pathOf,
    /** A folder for the parts of one request, to be emptied by whoever asked for it. */
    newUploadFolder: () => mkdtempSync(join(root(), UPLOAD_PREFIX)),
    async empty(uploadFolder: string) {
      try {
        await rm(uploadFolder, { recursive: true, force: true, maxRetries: 3 })
      } catch {
        // What cannot be removed now goes at the next start.
      }
    },
    /**
     * Puts a content in place, and leaves it in the folder of its upload until that is emptied. One that is there already
     * is the same, and a file system is slow to replace it.
     */
    keep(path: string, uniqueId: string) {
      if (has(uniqueId)) return
      if (durable) bringToDisk(path)
      linkOrCopy(path, pathOf(uniqueId))
      if (durable) bringToDisk(root())
    },
    has,
    /** Until it is called back, no content is removed. */
    hold(): () => Promise<void> {
      holders++
      return release
    },
    /** Removes a content of which no file is made any more. */
    removeUnlessAlive,
    /** Removes the contents of a world that another one has replaced. */
    removeReplaced() {
      if (holders) sweepIsDue = true
      else void sweep()
    },
    close() {
      isClosed = true
      if (passing && folder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function linkOrCopy(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    // Not every file system knows links.
    copyFileSync(from, to)
  }
}
