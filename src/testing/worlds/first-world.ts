// Keeps the world that a database was first started with, for `reset --to-start`.

import { readJsonFile, replaceFile } from '../../lib/files.ts'
import { type WorldFile, worldSchema } from './world-file.ts'

/** Saves `newWorld` next to the database. If it is undefined, returns the world that was saved before, or null. */
export function keepOrReadFirstWorld(database: string | undefined, newWorld: WorldFile | undefined): WorldFile | null {
  if (database === undefined) return newWorld ?? null
  const path = `${database}.start.json`
  if (!newWorld) {
    const { world } = readJsonFile(path)
    return isWorld(world) ? world : null
  }
  try {
    replaceFile(path, `${JSON.stringify({ world: newWorld })}\n`, 0o600)
  } catch {
    // The error is ignored. Only `reset --to-start` needs the file, and only after the next start of the emulator.
  }
  return newWorld
}

const isWorld = (value: unknown): value is WorldFile => worldSchema.safeParse(value, { jitless: true }).success
