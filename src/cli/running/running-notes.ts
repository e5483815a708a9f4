// The notes in the owner's own folder by which commands find the emulators that run.

import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isSecret } from '../../lib/proof.ts'
import type { WorldFile } from '../../scenario/world-file.ts'
import { home, readOwnJson, writeOwnJson } from '../own-files.ts'

export interface RunningNote {
  pid: number
  url: string
  /** The folder in which it was started. */
  folder: string
  /** Its database file; null if it keeps nothing. */
  database: string | null
  /** The key by which it proves itself. */
  key: string
  /** The first world of an emulator that keeps nothing. */
  world?: WorldFile
}

/** The folders for notes. The first is used if it can be made: some accounts cannot write to their home. */
function noteFolders(): string[] {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env
  const state = XDG_STATE_HOME || LOCALAPPDATA || join(home() ?? '/', '.local/state')
  return [join(state, 'bot-emulator/running'), join(tmpdir(), `bot-emulator-${process.getuid?.() ?? ''}`)]
}

/** Other programs may read this file to find the emulator of a database. No command believes it. */
const noteBeside = (database: string) => join(dirname(database), 'running.json')

export function rememberRunning({ database, ...note }: Omit<RunningNote, 'pid' | 'folder'>) {
  for (const { file } of endedNotes()) isDone(() => rmSync(file))
  const { pid } = process
  const whole: RunningNote = { ...note, pid, folder: process.cwd(), database: database && resolve(database) }
  // An account that cannot leave a note finds its emulators by their address.
  noteFolders().some((folder) =>
    isDone(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeOwnJson(join(folder, `${pid}.json`), whole, () => true)
    }),
  )
  if (database) isDone(() => writeOwnJson(noteBeside(database), { pid, url: note.url }, ({ url }) => url !== undefined))
}

function isDone(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

export function forgetRunning(database: string | null) {
  const own = allNotes().find(({ pid }) => pid === process.pid)
  for (const file of [...(own ? [own.file] : []), ...(database ? [noteBeside(database)] : [])]) {
    if (readOwnJson(file).pid === process.pid) isDone(() => rmSync(file))
  }
}

export const runningNotes = () => allNotes().filter(({ pid }) => isAlive(pid))

/** The notes of emulators that were killed, which stay until another one starts. */
export const endedNotes = () => allNotes().filter(({ pid }) => !isAlive(pid))

const allNotes = () => noteFolders().flatMap((folder) => filesIn(folder).flatMap((file) => noteIn(file) ?? []))

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

function noteIn(file: string): (RunningNote & { file: string }) | undefined {
  const note = readOwnJson(file) as unknown as RunningNote
  return isSecret(note.key) && URL.canParse(note.url) ? { ...note, file } : undefined
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
