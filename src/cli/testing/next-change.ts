// Watches files below a folder: waits for a change, or collects changes.

import { type Dirent, existsSync, type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const IGNORED = new Set(['node_modules', '.git', 'dist', '.bot-emulator', '__pycache__'])

/**
 * The time without further changes after which a file counts as written. Editors write a file in several steps, between
 * which it can be empty.
 */
const WRITES_SETTLED_MS = 100

export function waitForNextChange(folder: string): Promise<string> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const close = watchBelow(folder, (file) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        close()
        resolve(file)
      }, WRITES_SETTLED_MS)
    })
  })
}

/**
 * Watches the files in a folder and its subfolders. Returns a function that stops watching and returns the changed
 * files. New and deleted files do not count.
 */
export function collectChanges(folder: string): () => Promise<Set<string>> {
  const existingFiles = new Set(
    [...foldersBelow(folder)].flatMap((subfolder) => entriesOf(subfolder).map(({ name }) => join(subfolder, name))),
  )
  const changed = new Set<string>()
  const close = watchBelow(folder, (file) => {
    if (existingFiles.has(file)) changed.add(file)
  })
  return async () => {
    await pause(WRITES_SETTLED_MS)
    close()
    return new Set([...changed].filter(existsSync))
  }
}

function watchBelow(folder: string, onChange: (file: string) => void): () => void {
  const watchers: FSWatcher[] = []
  for (const subfolder of foldersBelow(folder)) {
    const watcher = watch(subfolder, (_, name) => {
      if (name === null || !IGNORED.has(name)) onChange(join(subfolder, name ?? ''))
    })
    // Ignored, because the error means that the folder was deleted, which the watcher of its parent folder reports.
    watchers.push(watcher.on('error', () => watcher.close()))
  }
  return () => {
    for (const watcher of watchers) watcher.close()
  }
}

function* foldersBelow(folder: string): Generator<string> {
  yield folder
  for (const entry of entriesOf(folder)) {
    if (entry.isDirectory() && !IGNORED.has(entry.name)) yield* foldersBelow(join(folder, entry.name))
  }
}

/** Returns the entries of a folder, or an empty list if the folder cannot be read or was deleted. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
