// Which files below a folder change: the next one, or those that change meanwhile.

import { type Dirent, existsSync, type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const IGNORED = new Set(['node_modules', '.git', 'dist', '.bot-emulator', '__pycache__'])

/** Editors write in several steps, and leave a file empty in between. */
const SETTLED_MS = 100

export function nextChange(folder: string): Promise<string> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const close = watchBelow(folder, (file) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        close()
        resolve(file)
      }, SETTLED_MS)
    })
  })
}

/** Those that were there at the beginning, as soon as it is called. */
export function changesFromNow(folder: string): () => Promise<Set<string>> {
  const there = new Set(
    [...foldersBelow(folder)].flatMap((each) => entriesOf(each).map(({ name }) => join(each, name))),
  )
  const changed = new Set<string>()
  const close = watchBelow(folder, (file) => {
    if (there.has(file)) changed.add(file)
  })
  return async () => {
    await pause(SETTLED_MS)
    close()
    return new Set([...changed].filter(existsSync))
  }
}

function watchBelow(folder: string, onChange: (file: string) => void): () => void {
  const watchers: FSWatcher[] = []
  for (const each of foldersBelow(folder)) {
    const watcher = watch(each, (_, name) => {
      if (name === null || !IGNORED.has(name)) onChange(join(each, name ?? ''))
    })
    // A folder that goes away has changed the one above it.
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

/** None of a folder that cannot be read, or is gone already. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
