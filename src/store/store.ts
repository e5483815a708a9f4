// The store of a world, also when another database takes the place of the one that it was opened with.

import { dirname } from 'node:path'
import { bringToDisk, moveOver } from './disk/bring-to-disk.ts'
import { diskTrouble } from './disk/disk-trouble.ts'
import { openDatabase, openNext } from './disk/open.ts'
import { type OpenStore, openTables } from './open-tables.ts'

export type { ReadStore } from './open-tables.ts'

export interface Store extends Omit<OpenStore, 'copyTo'> {
  /**
   * Writes the whole into a new file, piece by piece, as it is when the promise resolves. It resolves to false where
   * another database has taken the place of this one meanwhile.
   */
  copyTo(file: string): Promise<boolean>
  /**
   * Puts another database in the place of this one: a file, or for a world in memory its content. The work is done in a
   * transaction there; when it throws, all stays as it was.
   */
  replaceBy(next: string | Buffer, work: () => void): void
}

export function openStore(file: string, { durable = false } = {}): Store {
  let open = openTables(openDatabase(file, { durable }))
  const store: Store = {
    ...open,
    async copyTo(copy) {
      const from = open
      try {
        await from.copyTo(copy)
      } catch (error) {
        if (from === open) throw error
      }
      return from === open
    },
    replaceBy(next, work) {
      const before = open
      become(openTables(openNext(next)))
      try {
        open.transaction(work)
      } catch (error) {
        open.close()
        become(before)
        throw error
      }
      if (typeof next === 'string') putInPlace(next, before)
      else before.close()
    },
  }

  /** Whoever holds the store has another database in it from now on. */
  function become(other: OpenStore) {
    const { copyTo, ...tables } = other
    open = other
    Object.assign(store, tables)
  }

  /** Both are closed: a log that is left of the one would be read into the other. */
  function putInPlace(next: string, before: OpenStore) {
    open.close()
    before.close()
    try {
      moveOver(next, file)
      bringToDisk(dirname(file))
    } catch (error) {
      throw diskTrouble(error)
    } finally {
      become(openTables(openDatabase(file, { durable, isSound: true })))
    }
  }

  return store
}
