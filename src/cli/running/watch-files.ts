// Watches files: waits for a change, collects changes, or calls back at each change.

import { type Dirent, existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { globSync, isDynamicPattern } from 'tinyglobby'
import { Problem } from '../../lib/problem.ts'
import { pause } from '../../lib/wait-until.ts'

const IGNORED = new Set(['node_modules', '.git', 'dist', '.bot-emulator', '__pycache__'])

/** The time without a change after which files count as changed: editors save a file in several steps. */
const QUIET_MS = 100

/** Resolves to the changed file, or to undefined if the signal aborts. */
export function waitForNextChange(folder: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    const end = (file?: string) => {
      clearTimeout(timer)
      close()
      resolve(file)
    }
    const close = watchBelow(folder, (file) => {
      clearTimeout(timer)
      timer = setTimeout(end, QUIET_MS, file)
    })
    signal.addEventListener('abort', () => end(), { once: true })
  })
}

/** Returns a function that stops watching and returns the changed files. New and deleted files do not count. */
export function collectChanges(folder: string): () => Promise<Set<string>> {
  const existingFiles = new Set(
    [...foldersBelow(folder)].flatMap((subfolder) => entriesOf(subfolder).map(({ name }) => join(subfolder, name))),
  )
  const changed = new Set<string>()
  const close = watchBelow(folder, (file) => {
    if (existingFiles.has(file)) changed.add(file)
  })
  return async () => {
    await pause(QUIET_MS)
    close()
    return new Set([...changed].filter(existsSync))
  }
}

/** Watches files, folders and patterns for changed, added and deleted files. Returns a function that stops watching. */
export function watchFiles(patterns: readonly string[], onChange: (file: string) => void): () => void {
  let files = findFiles(patterns)
  const folders = [...new Set(patterns.map(folderOfPattern))]
  let changed: string[] = []
  let timer: NodeJS.Timeout | undefined
  const watchAll = () => folders.map((folder) => watchBelow(folder, note))
  let watchers = watchAll()

  function note(file: string) {
    changed.push(file)
    clearTimeout(timer)
    timer = setTimeout(reportChange, QUIET_MS)
  }

  function reportChange() {
    const found = findFiles(patterns)
    const matchedBeforeOrNow = new Set([...files, ...found])
    const file = changed.find((each) => matchedBeforeOrNow.has(each))
    files = found
    changed = []
    // Starts all watchers again, because new folders are not watched yet.
    close()
    watchers = watchAll()
    if (file !== undefined) onChange(file)
  }

  function close() {
    for (const stop of watchers) stop()
  }

  return () => {
    clearTimeout(timer)
    close()
  }
}

const findFiles = (patterns: readonly string[]) =>
  new Set(patterns.flatMap((pattern) => globSync(pattern, { dot: true }).map((file) => join(file))))

export function requireFiles(patterns: readonly string[]) {
  const empty = patterns.find((pattern) => !findFiles([pattern]).size)
  if (empty === undefined) return
  throw new Problem('bad-option', `No file matches ${empty}.`, 'Quote the pattern: --watch "src/**"')
}

/** Returns the fixed beginning of a pattern, for example `src` for `src/**`. */
function folderOfPattern(pattern: string): string {
  if (!isDynamicPattern(pattern))
    return statSync(pattern, { throwIfNoEntry: false })?.isFile() ? dirname(pattern) : pattern
  const parts = pattern.split('/')
  const dynamic = parts.findIndex((part) => isDynamicPattern(part))
  return parts.slice(0, dynamic).join('/') || '.'
}

function watchBelow(folder: string, onChange: (file: string) => void): () => void {
  const watchers: FSWatcher[] = []
  for (const subfolder of foldersBelow(folder)) {
    const watcher = watch(subfolder, (_, name) => {
      if (name === null || !IGNORED.has(name)) onChange(join(subfolder, name ?? ''))
    })
    // A watcher whose folder is deleted fails, and is closed here. The parent folder's watcher reports the deletion.
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

/** Returns an empty list for a folder that cannot be read or was deleted. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
