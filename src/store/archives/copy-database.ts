// Copies an open database into a new file while others go on writing to it: what they write goes into both.

import { open } from 'node:fs/promises'
import type { Db } from '../db.ts'

/** As many as are copied in some milliseconds. */
const PAGES_AT_ONCE = 500

export async function copyDatabase(db: Db, file: string) {
  let written: 'no' | 'soon' | 'yes' = 'no'

  async function write() {
    written = 'soon'
    try {
      const copy = await open(file, 'r+')
      await copy.sync().finally(() => copy.close())
    } catch {
      // The last piece meets the same disk, and says what is wrong with it.
    }
    written = 'yes'
  }

  await db.backup(file, {
    progress({ remainingPages }) {
      if (remainingPages > PAGES_AT_ONCE || written === 'yes') return PAGES_AT_ONCE
      // The last piece waits for the disk and holds everybody up: it finds nearly all written already.
      if (written === 'no') void write()
      return 0
    },
  })
}
