// The bytes of files: each content once, under its own name, put in place whole.

import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Bytes = ReturnType<typeof openBytes>

const UPLOAD_PREFIX = '.upload-'

/** Beside the database; for a world in memory in a folder that goes with it. */
export function openBytes(database: string) {
  const passing = database === ':memory:'
  let folder = passing ? undefined : `${database}.files`

  function root(): string {
    folder ??= mkdtempSync(join(tmpdir(), 'bot-emulator-'))
    mkdirSync(folder, { recursive: true })
    return folder
  }

  const pathOf = (uniqueId: string) => join(root(), uniqueId)

  return {
    pathOf,
    /** A folder for the parts of one request, to be emptied by whoever asked for it. */
    newUploadFolder: () => mkdtempSync(join(root(), UPLOAD_PREFIX)),
    empty: (uploadFolder: string) => rm(uploadFolder, { recursive: true, force: true, maxRetries: 3 }),
    /** Puts a content in place. One that is there already is the same, and a file system is slow to replace it. */
    keep(path: string, uniqueId: string) {
      if (!existsSync(pathOf(uniqueId))) renameSync(path, pathOf(uniqueId))
    },
    remove: (uniqueId: string) => rmSync(pathOf(uniqueId), { force: true }),
    has: (uniqueId: string) => existsSync(pathOf(uniqueId)),
    /** Gives a content a second name, under which it outlives its removal. */
    link: (uniqueId: string, path: string) => linkOrCopy(pathOf(uniqueId), path),
    /** Removes contents that no file is made of, and, at the start, the half uploads that a crash has left. */
    sweep(isAlive: (uniqueId: string) => boolean, { uploads }: { uploads: boolean }) {
      if (!folder) return
      for (const name of readdirSync(root())) {
        if (!isAlive(name) && (uploads || !name.startsWith(UPLOAD_PREFIX)))
          rmSync(join(root(), name), { recursive: true, force: true })
      }
    },
    close() {
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
