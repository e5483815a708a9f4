// Leaves word beside the database of the emulator that has it open, for the other commands to find.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

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

/** Where the emulator listens that was started in this folder, if one runs. */
export function runningUrl(db = '.bot-emulator/world.sqlite'): string | undefined {
  try {
    return (JSON.parse(readFileSync(noteBeside(db), 'utf8')) as { url: string }).url
  } catch {
    return undefined
  }
}
