// The world that an emulator was first started with, kept for `reset --to-start`.

import { Problem } from '../../lib/problem.ts'
import type { WorldFile } from '../../scenario/world-file.ts'
import { readOwnJson, writeOwnJson } from '../own-files.ts'
import { runningNotes } from './running-notes.ts'

const fileBeside = (database: string) => `${database}.start.json`

/** The mark tells the file from another program's of the same name. */
interface Kept {
  kept_for: 'reset --to-start'
  world: WorldFile
}

/** A database outlives its emulators; the first world of one in memory is part of the note of its emulator. */
export function keepFirstWorld(database: string, world: WorldFile) {
  const kept: Kept = { kept_for: 'reset --to-start', world }
  try {
    writeOwnJson(fileBeside(database), kept, ({ kept_for }) => kept_for === kept.kept_for)
  } catch {
    // Without it, `reset --to-start` says that it knows no start.
  }
}

export function firstWorldOf(url: string): WorldFile {
  const note = runningNotes().find((each) => each.url === url)
  const world = note && (note.database === null ? note.world : worldIn(fileBeside(note.database)))
  if (world) return world
  throw new Problem(
    'no-start',
    `How the world of ${url} began is not known here.`,
    'Keep a beginning with: bot-emulator do snapshot --name base, and bring it back with: bot-emulator do restore --name base',
  )
}

function worldIn(file: string): WorldFile | undefined {
  const { kept_for, world }: Partial<Kept> = readOwnJson(file)
  return kept_for === 'reset --to-start' ? world : undefined
}
