// Keeps the world that a database was first started with, for `reset --to-start`.

import { readOwnJson, writeOwnJson } from '../lib/own-files.ts'
import { type WorldFile, worldSchema } from './world-file.ts'

/** `kept_for` distinguishes the file from one of another program with the same name. */
interface FirstWorldFile {
  kept_for: 'reset --to-start'
  world: WorldFile
}

/** Saves a new world beside the database, or reads the one of an earlier start. Returns null if that is unknown. */
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
    // If the file cannot be written, the first world is unknown after the next start.
  }
  return newWorld
}

const isWorld = (value: unknown): value is WorldFile => worldSchema.safeParse(value, { jitless: true }).success
