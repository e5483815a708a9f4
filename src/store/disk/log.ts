// Checkpoints the WAL file when the database is idle and before the file grows large.

import { existsSync } from 'node:fs'
import type { Db } from '../db.ts'
import { syncFile } from './files.ts'

export const logOf = (file: string) => `${file}-wal`

export const hasLog = (file: string) => existsSync(logOf(file))

const IDLE_MS = 500
/** The number of pages in the WAL file at which a checkpoint is due. A checkpoint blocks all calls. */
const MAX_FRAMES = 6144
/** The number of pages at which the checkpoint no longer waits for the sync of the WAL file. */
const LONGEST_FRAMES = 7168
/** The number of commits between two checks of the WAL file's length, because each check has a cost. */
const LOOK_EVERY = 16

/**
 * Checkpoints the WAL file, and makes sure that the database file alone is either complete or marked as incomplete. Before
 * the first commit, a checkpoint writes `needs_log = 1` into the database file, and the WAL file sets it back to 0. The mark
 * is therefore only visible without the WAL file.
 */
export function keepLog(db: Db) {
  const isKept = db.pragma('journal_mode', { simple: true }) === 'wal'
  const setNeed = db.prepare('update database set needs_log = ?')
  const length = db.prepare<[], { log: number }>('pragma wal_checkpoint(noop)')
  let fileSaysSo = false
  let commits = 0
  let commitsAtLook = 0
  let timer: NodeJS.Timeout | undefined
  let syncing = false

  function writeBack() {
    const [done] = db.pragma('wal_checkpoint(truncate)') as { busy: number }[]
    if (done?.busy === 0) fileSaysSo = false
  }

  /** Checkpoints the WAL file, which SQLite then overwrites from its beginning. */
  function beginAnew() {
    setNeed.run(1)
    try {
      db.pragma('wal_checkpoint')
    } finally {
      setNeed.run(0)
    }
    fileSaysSo = true
  }

  const isLongerThan = (frames: number) => Number(length.get()?.log) > frames

  /** Syncs the WAL file before the checkpoint, so that the checkpoint blocks calls only for the remaining work. */
  async function beginAnewSoon() {
    if (syncing) return
    syncing = true
    try {
      await syncFile(logOf(db.name))
    } catch {
      // The checkpoint below syncs the WAL file itself.
    }
    syncing = false
    if (db.open && isLongerThan(MAX_FRAMES)) attempt(beginAnew)
  }

  function lookWhetherLong() {
    if (isLongerThan(LONGEST_FRAMES)) attempt(beginAnew)
    else if (isLongerThan(MAX_FRAMES)) void beginAnewSoon()
  }

  function attempt(step: () => void) {
    try {
      step()
    } catch {
      // If the disk is full, the commits stay safe in the WAL file.
    }
  }

  function lookWhetherIdle() {
    timer = undefined
    if (commits === commitsAtLook) attempt(writeBack)
    else lookLater()
  }

  function lookLater() {
    commitsAtLook = commits
    timer ??= setTimeout(lookWhetherIdle, IDLE_MS).unref()
  }

  return {
    writeBack,
    beforeCommit() {
      if (isKept && !fileSaysSo) beginAnew()
    },
    afterCommit() {
      if (!isKept) return
      if (++commits % LOOK_EVERY === 0) lookWhetherLong()
      if (!timer) lookLater()
    },
    /** Stops the timer. SQLite checkpoints everything when the database is closed. */
    stop: () => clearTimeout(timer),
  }
}
