// Keeps the world that a database was first started with, for `reset --to-start`.

import { readOwnJson, writeOwnJson } from '../lib/own-files.ts'
import { type WorldFile, worldSchema } from './world-file.ts'

/** A mark in the saved file. A file without it belongs to another program that uses the same file name. */
const KEPT_FOR = 'reset --to-start'

/** Saves `newWorld` next to the database. If it is undefined, returns the world that was saved before, or null. */
export function keepOrReadFirstWorld(database: string | undefined, newWorld: WorldFile | undefined): WorldFile | null {
  if (database === undefined) return newWorld ?? null
  const path = `${database}.start.json`
  if (!newWorld) {
    const { kept_for, world } = readOwnJson(path)
    return kept_for === KEPT_FOR && isWorld(world) ? world : null
  }
  try {
    writeOwnJson(path, { kept_for: KEPT_FOR, world: newWorld }, ({ kept_for }) => kept_for === KEPT_FOR)
  } catch {
    // The error is ignored. Only `reset --to-start` needs the file, and only after the next start of the emulator.
  }
  return newWorld
}

const isWorld = (value: unknown): value is WorldFile => worldSchema.safeParse(value, { jitless: true }).success
