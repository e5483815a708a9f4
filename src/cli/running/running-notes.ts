// The notes that running emulators leave for the other commands: one in the owner's own folder, and beside a database.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { isSecret } from '../../lib/proof.ts'

export interface RunningNote {
  file: string
  pid: number
  url: string
  /** Where it was started. */
  folder: string
  /** Its database file; null keeps nothing. */
  database: string | null
  /** By which it proves itself; in the owner's own folder only. */
  key?: string
}

/** Where programs of this account keep what outlives a command. */
export const noteFolder = ({ XDG_STATE_HOME, LOCALAPPDATA } = process.env) =>
  join(XDG_STATE_HOME || LOCALAPPDATA || join(homedir(), '.local/state'), 'bot-emulator/running')

const noteBeside = (database: string) => join(dirname(database), 'running.json')
const noteOf = (pid: number) => join(noteFolder(), `${pid}.json`)

export function rememberRunning(url: string, db: string | undefined, key: string) {
  const { pid } = process
  if (db && isFree(noteBeside(db))) write(noteBeside(db), { pid, url })
  const database = db ? resolve(db) : null
  try {
    mkdirSync(noteFolder(), { recursive: true, mode: 0o700 })
    write(noteOf(pid), { pid, url, folder: process.cwd(), database, key })
  } catch {
    // An account without a home finds its emulators by the note beside the database, or by their address.
  }
}

export function forgetRunning(db: string | undefined) {
  for (const note of [noteOf(process.pid), ...(db ? [noteBeside(db)] : [])]) {
    // Another emulator may have written its own note over this one.
    if (noteIn(note)?.pid === process.pid) rmSync(note, { force: true })
  }
}

/** A file of that name may be somebody's own: it is left as it is, and the note in the owner's folder does alone. */
const isFree = (file: string) => !existsSync(file) || typeof noteIn(file)?.url === 'string'

const write = (file: string, note: object) => writeFileSync(file, `${JSON.stringify(note)}\n`, { mode: 0o600 })

/** All emulators of this account that run. Notes of those that were killed are taken away. */
export function runningNotes(): RunningNote[] {
  const notes = filesIn(noteFolder()).flatMap((file) => noteIn(file) ?? [])
  for (const { file, pid } of notes) if (!isAlive(pid)) rmSync(file, { force: true })
  return notes.filter(({ pid }) => isAlive(pid))
}

/** The note beside the usual database, in this folder or the nearest above, whether or not its writer still runs. */
export function noteAbove(folder: string): RunningNote | undefined {
  const note = noteIn(join(folder, '.bot-emulator/running.json'))
  if (note || dirname(folder) === folder) return note
  return noteAbove(dirname(folder))
}

function noteIn(file: string): RunningNote | undefined {
  try {
    const { pid, url, folder = dirname(dirname(file)), database = null, key } = JSON.parse(readFileSync(file, 'utf8'))
    return { file: relative('.', file), pid, url, folder, database, ...(isSecret(key) && { key }) }
  } catch {
    return undefined
  }
}

function filesIn(folder: string): string[] {
  try {
    const notes = readdirSync(folder).filter((name) => /^\d+\.json$/.test(name))
    return notes.map((name) => join(folder, name))
  } catch {
    return []
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
