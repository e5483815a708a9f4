// The files ("notes") in which running emulators store their addresses for commands.

import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { homeFolder, isOfAnotherAccount, readJsonFile, replaceFile } from '../../lib/files.ts'
import { isAlive } from '../../lib/is-alive.ts'

export interface RunningNote {
  pid: number
  url: string
  folder: string
  /** The database file, or null for a world in memory. */
  database: string | null
}

/** The second is for accounts that cannot write to their home. Another account may have created it. */
function noteFolders(): string[] {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env
  const stateFolder = XDG_STATE_HOME || LOCALAPPDATA || join(homeFolder() ?? '/', '.local/state')
  const folders = [
    join(stateFolder, 'bot-emulator/running'),
    join(tmpdir(), `bot-emulator-${process.getuid?.() ?? ''}`),
  ]
  return folders.filter((folder) => !isOfAnotherAccount(folder))
}

/** If no folder is writable, the emulator is not listed, and users must pass its address with --url. */
export function writeRunningNote(url: string, database: string | null) {
  for (const { file } of endedNotes()) succeeds(() => rmSync(file))
  const { pid } = process
  const note: RunningNote = { pid, url, folder: process.cwd(), database: database && resolve(database) }
  noteFolders().some((folder) =>
    succeeds(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      replaceFile(join(folder, `${pid}.json`), `${JSON.stringify(note)}\n`, 0o600)
    }),
  )
}

function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

export function removeRunningNote() {
  for (const { file, pid } of allNotes()) if (pid === process.pid) succeeds(() => rmSync(file))
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

/** A file that another process is writing has no note yet. */
function readNote(file: string): (RunningNote & { file: string }) | undefined {
  const note = readJsonFile(file) as Partial<RunningNote>
  return note.pid ? { ...(note as RunningNote), file } : undefined
}
