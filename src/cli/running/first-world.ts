// Keeps the world that a database was first started with, for `reset --to-start`.

import { type WorldFile, worldSchema } from '../../scenario/world-file.ts'
import { readOwnJson, writeOwnJson } from '../own-files.ts'

/**
 * The content of the file with the first world. `kept_for` distinguishes it from a file of another program with the
 * same name.
 */
interface FirstWorldFile {
  kept_for: 'reset --to-start'
  world: WorldFile
}

/**
 * Saves a new world in a file beside the database, which does not exist for an emulator in memory. Without a new world,
 * reads the file of an earlier start. Returns the first world, or null if it is unknown.
 */
export function keepOrReadFirstWorld(database: string | undefined, newWorld: WorldFile | undefined): WorldFile | null {
  if (database === undefined) return newWorld ?? null
  const path = `${database}.start.json`
  if (!newWorld) {
    const { kept_for, world } = readOwnJson(path)
    return kept_for === 'reset --to-start' && isWorld(world) ? world : null
  }
  const content: FirstWorldFile = { kept_for: 'reset --to-start', world: newWorld }
  try {
    writeOwnJson(path, content, ({ kept_for }) => kept_for === content.kept_for)
  } catch {
    // A failure to write the file is ignored: after another start, the first world is then unknown.
  }
  return newWorld
}

const isWorld = (value: unknown): value is WorldFile => worldSchema.safeParse(value, { jitless: true }).success
