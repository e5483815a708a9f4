// Checkpoints the WAL file when the database is idle and before the file grows large.

import { statSync } from 'node:fs'
import type { Db } from '../db.ts'
import { syncFile } from './files.ts'

export const walOf = (file: string) => `${file}-wal`

export const hasWal = (file: string) => statSync(walOf(file), { throwIfNoEntry: false })?.isFile() ?? false

const IDLE_MS = 500
/** The number of pages in the WAL file at which a checkpoint is due. A checkpoint blocks all calls. */
const MAX_FRAMES = 6144
/** The number of pages at which the checkpoint no longer waits for the sync of the WAL file. */
const MAX_UNSYNCED_FRAMES = 7168
/** The number of commits between two checks of the WAL file's length, because each check has a cost. */
const COMMITS_PER_CHECK = 16

/**
 * Checkpoints the WAL file, and makes sure that the database file alone is either complete or marked as incomplete. Before
 * the first commit, a checkpoint writes `needs_log = 1` into the database file, and the WAL file sets it back to 0. The mark
 * is therefore only visible without the WAL file.
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

  /** Checkpoints the WAL file, which SQLite then overwrites from its beginning. */
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

  /** Syncs the WAL file before the checkpoint, so that the checkpoint blocks calls only for the remaining work. */
  async function syncAndRestartWal() {
    if (isSyncing) return
    isSyncing = true
    try {
      await syncFile(walOf(db.name))
    } catch {
      // The checkpoint below syncs the WAL file itself.
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
      // If the disk is full, the commits stay safe in the WAL file.
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
    /** Stops the timer. SQLite checkpoints everything when the database is closed. */
    stop: () => clearTimeout(timer),
  }
}
