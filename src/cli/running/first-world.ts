// The world that an emulator was first started with, kept for `reset --to-start`.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Problem } from '../../lib/problem.ts'
import type { WorldFile } from '../../scenario/world-file.ts'
import { noteFolder, runningNotes } from './running-notes.ts'

/** Beside the database, and of a world in memory among the notes. */
const fileOf = (database: string | null, pid: number) =>
  database === null ? `${noteFolder()}/${pid}.world` : `${database}.start.json`

/** Marks it as ours: a file of that name may be somebody's own. */
interface Kept {
  kept_for: 'reset --to-start'
  world: WorldFile
}

export function keepFirstWorld(database: string | undefined, world: WorldFile) {
  const file = fileOf(database ?? null, process.pid)
  const kept: Kept = { kept_for: 'reset --to-start', world }
  try {
    if (!existsSync(file) || worldIn(file)) writeFileSync(file, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
  } catch {
    // Where nothing can be kept, `reset --to-start` says that it knows no start.
  }
}

export function forgetFirstWorld(database: string | undefined) {
  if (database === undefined) rmSync(fileOf(null, process.pid), { force: true })
}

export function firstWorldOf(url: string): WorldFile {
  const note = runningNotes().find((each) => each.url === url)
  const world = note && worldIn(fileOf(note.database, note.pid))
  if (world) return world
  throw new Problem(
    'no-start',
    `How the world of ${url} began is not known here.`,
    'Keep a beginning with: bot-emulator do snapshot --name base, and bring it back with: bot-emulator do restore --name base',
  )
}

function worldIn(file: string): WorldFile | undefined {
  try {
    const { kept_for, world } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Kept>
    return kept_for === 'reset --to-start' ? world : undefined
  } catch {
    // Another version started it, or the file was taken away.
    return undefined
  }
}
