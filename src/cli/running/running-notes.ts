// The files ("notes") in which running emulators store their addresses for commands.

import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isAlive } from '../../lib/is-alive.ts'
import { homeFolder, readOwnJson, writeOwnJson } from '../../lib/own-files.ts'
import { isSecret } from '../../lib/proof.ts'

export interface RunningNote {
  pid: number
  url: string
  folder: string
  /** The database file, or null for a world in memory. */
  database: string | null
  /** The secret key with which the emulator proves to commands that it wrote this note. */
  key: string
}

/**
 * Returns the folders in which notes may be stored. The second one is for accounts that cannot write to their home
 * folder.
 */
function noteFolders(): string[] {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env
  const stateFolder = XDG_STATE_HOME || LOCALAPPDATA || join(homeFolder() ?? '/', '.local/state')
  return [join(stateFolder, 'bot-emulator/running'), join(tmpdir(), `bot-emulator-${process.getuid?.() ?? ''}`)]
}

const noteBeside = (database: string) => join(dirname(database), 'running.json')

export function writeRunningNote({ database, ...note }: Omit<RunningNote, 'pid' | 'folder'>) {
  for (const { file } of endedNotes()) succeeds(() => rmSync(file))
  const { pid } = process
  const fullNote: RunningNote = { ...note, pid, folder: process.cwd(), database: database && resolve(database) }
  // If neither folder is writable, the emulator is not listed, and users must pass its address with --url.
  noteFolders().some((folder) =>
    succeeds(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeOwnJson(join(folder, `${pid}.json`), fullNote, () => true)
    }),
  )
  if (database)
    succeeds(() => writeOwnJson(noteBeside(database), { pid, url: note.url }, ({ url }) => url !== undefined))
}

function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

export function removeRunningNote(database: string | null) {
  const ownNote = allNotes().find(({ pid }) => pid === process.pid)
  for (const file of [...(ownNote ? [ownNote.file] : []), ...(database ? [noteBeside(database)] : [])]) {
    if (readOwnJson(file).pid === process.pid) succeeds(() => rmSync(file))
  }
}

export const runningNotes = () => allNotes().filter(({ pid }) => isAlive(pid))

/** Returns notes of emulators that were killed. The next emulator that starts deletes these notes. */
export const endedNotes = () => allNotes().filter(({ pid }) => !isAlive(pid))

const allNotes = () => noteFolders().flatMap((folder) => filesIn(folder).flatMap((file) => readNote(file) ?? []))

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

function readNote(file: string): (RunningNote & { file: string }) | undefined {
  const note = readOwnJson(file)
  return isNote(note) ? { ...note, file } : undefined
}

/** Checks the note without zod, because each command would spend several milliseconds on loading zod. */
const isNote = (value: Partial<Record<keyof RunningNote, unknown>>): value is RunningNote =>
  Number.isSafeInteger(value.pid) &&
  Number(value.pid) > 0 &&
  typeof value.url === 'string' &&
  URL.canParse(value.url) &&
  typeof value.folder === 'string' &&
  (value.database === null || typeof value.database === 'string') &&
  isSecret(value.key)
