// Keeps the world that a database was first started with, for `reset --to-start`.

import { readOwnJson, writeOwnJson } from '../lib/own-files.ts'
import { type WorldFile, worldSchema } from './world-file.ts'

/** `kept_for` shows that the emulator wrote this file, and not another program that uses the same file name. */
interface FirstWorldFile {
  kept_for: 'reset --to-start'
  world: WorldFile
}

/** Saves `newWorld` next to the database. If it is undefined, returns the world that was saved before, or null. */
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
    // Without this file, `reset --to-start` cannot restore the world after the next start.
  }
  return newWorld
}

const isWorld = (value: unknown): value is WorldFile => worldSchema.safeParse(value, { jitless: true }).success
