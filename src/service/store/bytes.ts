// Stores the contents of files in a folder, each under its content id.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncToDisk } from './disk.ts'

export type Bytes = ReturnType<typeof openBytes>

/** The subfolder for files that aren't complete or checked yet. */
const UPLOADS = '.uploads'

interface Files {
  /** True if a row of `files` has the content and is not marked as deleted. */
  isAlive(uniqueId: string): boolean
  /** The contents of which all rows are marked as deleted. */
  deletedContents(): string[]
}

/** Opens the folder, which is created when it's needed. */
export function openBytes(folder: string, owner: { files: Files }, { durable }: { durable: boolean }) {
  const pathOf = (uniqueId: string) => join(folder, uniqueId)
  const has = (uniqueId: string) => existsSync(pathOf(uniqueId))
  let holders = 0
  let discarded: string[] = []

  function existing(path: string): string {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return path
  }

  /** Removes what a killed emulator left behind. Other files in the folder are not touched. */
  function cleanUp() {
    rmSync(join(folder, UPLOADS), { recursive: true, force: true })
    const deleted = new Set(owner.files.deletedContents())
    for (const name of readdirSync(folder)) if (deleted.has(name)) rmSync(pathOf(name), { force: true })
  }

  /** Removes the discarded contents that no file has any more. */
  function removeDiscarded() {
    if (holders) return
    const contents = discarded
    discarded = []
    for (const uniqueId of contents) {
      try {
        if (!owner.files.isAlive(uniqueId)) rmSync(pathOf(uniqueId), { force: true })
      } catch {
        // The error is ignored, because a content that can't be removed now does no harm.
      }
    }
  }

  if (existsSync(folder)) cleanUp()

  return {
    folder: () => existing(folder),
    pathOf,
    has,
    /** Creates a folder for the temporary files of one request. The caller removes it with `empty`. */
    newUploadFolder: () => mkdtempSync(join(existing(join(folder, UPLOADS)), 'upload-')),
    async empty(uploadFolder: string) {
      try {
        await rm(uploadFolder, { recursive: true, force: true, maxRetries: 3 })
      } catch {
        // The error is ignored, because the next start of the emulator removes the folder.
      }
    },
    /** Moves an uploaded file into the folder, unless its content is already stored. */
    keep(path: string, uniqueId: string) {
      if (has(uniqueId)) return
      if (durable) syncToDisk(path)
      renameSync(path, pathOf(uniqueId))
      if (durable) syncToDisk(folder)
    },
    /** Marks contents that may be unused after the current transaction. */
    discard(uniqueIds: readonly string[]) {
      discarded.push(...uniqueIds)
    },
    removeDiscarded,
    /** Keeps all contents, for example during an export, until the returned function is called. */
    hold(): () => void {
      holders++
      return () => {
        holders--
        removeDiscarded()
      }
    },
  }
}
