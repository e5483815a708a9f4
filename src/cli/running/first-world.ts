// The world that an emulator was first started with, kept for `reset --to-start`.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Problem } from '../../lib/problem.ts'
import type { WorldFile } from '../../scenario/world-file.ts'
import { noteFolder, runningNotes } from './notes.ts'

/** Beside the database, and of a world in memory among the notes. */
const fileOf = (database: string | null, pid: number) =>
  database === null ? `${noteFolder()}/${pid}.world` : `${database}.start.json`

export function keepFirstWorld(database: string | undefined, world: WorldFile) {
  try {
    writeFileSync(fileOf(database ?? null, process.pid), `${JSON.stringify(world)}\n`, { mode: 0o600 })
  } catch {
    // Where nothing can be kept, `reset --to-start` says that it knows no start.
  }
}

export function forgetFirstWorld(database: string | undefined) {
  if (database === undefined) rmSync(fileOf(null, process.pid), { force: true })
}

export function firstWorldOf(url: string): WorldFile {
  const note = runningNotes().find((each) => each.url === url)
  try {
    if (note) return JSON.parse(readFileSync(fileOf(note.database, note.pid), 'utf8')) as WorldFile
  } catch {
    // Another version started it, or the file was taken away.
  }
  throw new Problem(
    'no-start',
    `How the world of ${url} began is not known here.`,
    'Keep a beginning with: bot-emulator do snapshot --name base, and bring it back with: bot-emulator do restore --name base',
  )
}
