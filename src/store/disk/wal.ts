// Checkpoints the WAL file when the database is idle and before the file grows large.

import { statSync } from 'node:fs'
import { clearTimeout, setTimeout } from '../../lib/real-timers.ts'
import type { Db } from '../db.ts'
import { syncFile } from './files.ts'

export const walOf = (file: string) => `${file}-wal`

export const hasWal = (file: string) => statSync(walOf(file), { throwIfNoEntry: false })?.isFile() ?? false

const IDLE_MS = 500
/** The number of pages in the WAL file above which a checkpoint is due. Larger checkpoints block calls for longer. */
const MAX_FRAMES = 6144
/** Above this many pages, the checkpoint runs at once, without a background sync of the WAL file first. */
const MAX_UNSYNCED_FRAMES = 7168
/** The number of commits between two checks of the WAL file's length, because each check takes time. */
const COMMITS_PER_CHECK = 16

/**
 * Runs checkpoints, and marks the database file while the latest commits are only in the WAL file, so that a lost WAL
 * file is noticed. The mark is `needs_log`. After a checkpoint, it is 1 in the database file and 0 in the WAL file.
 * SQLite reads the 0, unless the WAL file is lost.
 */
export function manageWal(db: Db) {
  const isWal = db.pragma('journal_mode', { simple: true }) === 'wal'
  const setNeed = db.prepare('update database set needs_log = ?')
  const length = db.prepare<[], { log: number }>('pragma wal_checkpoint(noop)')
  let isMarked = false
  let commits = 0
  let commitsAtCheck = 0
  let timer: NodeJS.Timeout | undefined
  let isSyncing = false

  function checkpoint() {
    const [done] = db.pragma('wal_checkpoint(truncate)') as { busy: number }[]
    if (done?.busy === 0) isMarked = false
  }

  /** Checkpoints the WAL file, so that SQLite overwrites it from its beginning. */
  function restartWal() {
    setNeed.run(1)
    try {
      db.pragma('wal_checkpoint')
    } finally {
      setNeed.run(0)
    }
    isMarked = true
  }

  const isLongerThan = (frames: number) => Number(length.get()?.log) > frames

  /** Syncs the WAL file in the background first, because the checkpoint then blocks calls for less time. */
  async function syncAndRestartWal() {
    if (isSyncing) return
    isSyncing = true
    try {
      await syncFile(walOf(db.name))
    } catch {
      // The error is ignored, because the checkpoint below syncs the WAL file again.
    }
    isSyncing = false
    if (db.open && isLongerThan(MAX_FRAMES)) attempt(restartWal)
  }

  function checkLength() {
    if (isLongerThan(MAX_UNSYNCED_FRAMES)) attempt(restartWal)
    else if (isLongerThan(MAX_FRAMES)) void syncAndRestartWal()
  }

  function attempt(step: () => void) {
    try {
      step()
    } catch {
      // An error, such as a full disk, is ignored, because the commits are still safe in the WAL file.
    }
  }

  function checkIdle() {
    timer = undefined
    if (commits === commitsAtCheck) attempt(checkpoint)
    else checkLater()
  }

  function checkLater() {
    commitsAtCheck = commits
    timer ??= setTimeout(checkIdle, IDLE_MS).unref()
  }

  return {
    checkpoint,
    beforeCommit() {
      if (isWal && !isMarked) restartWal()
    },
    afterCommit() {
      if (!isWal) return
      if (++commits % COMMITS_PER_CHECK === 0) checkLength()
      if (!timer) checkLater()
    },
    /** Stops the timer only, because closing the database runs the last checkpoint. */
    stop: () => clearTimeout(timer),
  }
}
