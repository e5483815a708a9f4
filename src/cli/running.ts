// Leaves word beside the database of the emulator that has it open, for the other commands to find.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '../lib/problem.ts'

const noteBeside = (db: string) => join(dirname(db), 'running.json')

export function rememberRunning(db: string, url: string) {
  writeFileSync(noteBeside(db), `${JSON.stringify({ pid: process.pid, url })}\n`)
}

export function forgetRunning(db: string) {
  const note = noteBeside(db)
  try {
    if ((JSON.parse(readFileSync(note, 'utf8')) as { pid: number }).pid === process.pid) rmSync(note)
  } catch {
    // Somebody else has taken the note away: it is gone, as wanted.
  }
}

interface RunningNote {
  file: string
  url: string
  pid: number
  /** Whether the process that wrote it still runs. */
  alive: boolean
}

/** The note of whoever has the database open; a command takes the usual place unless it is told another. */
function runningNote(db = '.bot-emulator/world.sqlite'): RunningNote | undefined {
  const file = noteBeside(db)
  try {
    const { url, pid } = JSON.parse(readFileSync(file, 'utf8')) as { url: string; pid: number }
    return { file, url, pid, alive: isAlive(pid) }
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Where the emulator listens that a command means when it is told nothing. */
export function runningUrl(): string {
  const { BOT_EMULATOR_URL: url } = process.env
  if (url) return url
  const note = runningNote()
  if (!note) {
    throw new Problem(
      'unreachable',
      'No emulator is known to run here.',
      'Start one with: bot-emulator start, or name it with --url.',
    )
  }
  if (note.alive) return note.url
  throw new Problem(
    'unreachable',
    `${note.file} tells of an emulator at ${note.url}, but its process ${note.pid} has ended.`,
    'Start it again with bot-emulator start, which also renews that file.',
  )
}
