// Waits until a file below a folder changes.

import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

const IGNORED = new Set(['node_modules', '.git', 'dist', '.bot-emulator', '__pycache__'])

/** Editors write in several steps, and leave a file empty in between. */
const SETTLED_MS = 100

export function nextChange(folder: string): Promise<string> {
  return new Promise((resolve) => {
    const watchers: FSWatcher[] = []
    let timer: NodeJS.Timeout | undefined
    for (const each of foldersBelow(folder)) {
      watchers.push(
        watch(each, (_, name) => {
          if (name !== null && IGNORED.has(name)) return
          clearTimeout(timer)
          timer = setTimeout(() => {
            for (const watcher of watchers) watcher.close()
            resolve(join(each, name ?? ''))
          }, SETTLED_MS)
        }),
      )
    }
  })
}

function* foldersBelow(folder: string): Generator<string> {
  yield folder
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory() && !IGNORED.has(entry.name)) yield* foldersBelow(join(folder, entry.name))
  }
}
