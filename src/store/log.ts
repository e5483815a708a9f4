// The log beside a database: what is committed goes from it into the file in idle moments, and before it grows large.

import { existsSync, statSync } from 'node:fs'
import type { Db } from './db.ts'

export const logOf = (file: string) => `${file}-wal`

export const hasLog = (file: string) => existsSync(logOf(file))

const IDLE_MS = 500
const MAX_BYTES = 16 * 1024 * 1024
/** Looking at its size costs a little too. */
const LOOK_EVERY = 64

/**
 * The file alone either is whole or says that it needs its log. What says so goes into the file before anything is
 * committed, and the log takes it back at once: whoever writes the log into the file, another program too, has both.
 */
export function keepLog(db: Db) {
  const setNeed = db.prepare('update database set needs_log = ?')
  let fileSaysSo = false
  let commits = 0
  let commitsAtLook = 0
  let timer: NodeJS.Timeout | undefined

  function writeBack() {
    const [done] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    if (done?.busy === 0) fileSaysSo = false
  }

  function tryToWriteBack() {
    try {
      writeBack()
    } catch {
      // On a full disk all of it stays in the log, where it is as safe.
    }
  }

  function lookWhetherIdle() {
    timer = undefined
    if (commits === commitsAtLook) tryToWriteBack()
    else lookLater()
  }

  function lookLater() {
    commitsAtLook = commits
    timer ??= setTimeout(lookWhetherIdle, IDLE_MS).unref()
  }

  return {
    writeBack,
    beforeCommit() {
      if (fileSaysSo || db.memory) return
      setNeed.run(1)
      try {
        db.pragma('wal_checkpoint')
      } finally {
        setNeed.run(0)
      }
      fileSaysSo = true
    },
    afterCommit() {
      if (db.memory) return
      if (++commits % LOOK_EVERY === 0 && statSync(logOf(db.name)).size > MAX_BYTES) tryToWriteBack()
      else if (!timer) lookLater()
    },
    /** Whoever closes the database writes back all of it. */
    stop: () => clearTimeout(timer),
  }
}
