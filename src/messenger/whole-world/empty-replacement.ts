// An empty world that is put in the place of a large one, as from some size on it takes too long to empty that.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tx } from '../world.ts'
import { inFolder, type Next } from './archive.ts'

const MANY_PAGES = 10_000

export function emptyReplacement(tx: Tx): Promise<Next> | undefined {
  const { store } = tx
  if (store.pages() < MANY_PAGES) return undefined
  return inFolder(tx, async (folder) => {
    const { newDatabase } = await import('../../store/archives/build-database.ts')
    const file = join(folder, 'next')
    await newDatabase(file, store.id, () => {})
    return { next: store.inMemory ? await readFile(file) : file }
  })
}
