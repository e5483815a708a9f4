// Saves the world that an emulator was first started with, for `reset --to-start`.

import { Problem } from '../../lib/problem.ts'
import type { WorldFile } from '../../scenario/world-file.ts'
import { readOwnJson, writeOwnJson } from '../own-files.ts'
import { runningNotes } from './running-notes.ts'

const firstWorldPath = (database: string) => `${database}.start.json`

/**
 * The content of the file with the first world. `kept_for` distinguishes it from a file of another program with the
 * same name.
 */
interface FirstWorldFile {
  kept_for: 'reset --to-start'
  world: WorldFile
}

/**
 * Saves the first world in a file beside the database. An emulator in memory does not have a database, so its running
 * note contains its first world.
 */
export function saveFirstWorld(database: string, world: WorldFile) {
  const content: FirstWorldFile = { kept_for: 'reset --to-start', world }
  try {
    writeOwnJson(firstWorldPath(database), content, ({ kept_for }) => kept_for === content.kept_for)
  } catch {
    // A failure to write the file is ignored: `reset --to-start` then reports that the first world is unknown.
  }
}

export function findFirstWorld(url: string): WorldFile {
  const note = runningNotes().find((each) => each.url === url)
  const world = note && (note.database === null ? note.world : readFirstWorld(firstWorldPath(note.database)))
  if (world) return world
  throw new Problem(
    'no-start',
    `The first world of ${url} is not known in this folder.`,
    'Save a world with: bot-emulator do snapshot --name base. Restore it with: bot-emulator do restore --name base.',
  )
}

function readFirstWorld(file: string): WorldFile | undefined {
  const { kept_for, world }: Partial<FirstWorldFile> = readOwnJson(file)
  return kept_for === 'reset --to-start' ? world : undefined
}
