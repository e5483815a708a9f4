// The log beside a database: what is committed goes from it into the file in idle moments, and before it grows large.

import { existsSync } from 'node:fs'
import type { Db } from '../db.ts'
import { syncFile } from './files.ts'

export const logOf = (file: string) => `${file}-wal`

export const hasLog = (file: string) => existsSync(logOf(file))

const IDLE_MS = 500
/** Each holds a page of the database; bringing them all into the file holds everybody up. */
const MAX_FRAMES = 6144
/** Where the disk is so slow, nobody waits for it any longer. */
const LONGEST_FRAMES = 7168
/** Looking at its length costs a little too. */
const LOOK_EVERY = 16

/**
 * The file alone either is whole or says that it needs its log. What says so goes into the file before anything is
 * committed, and the log takes it back at once: whoever writes the log into the file, another program too, has both.
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

  /** The log keeps its place on the disk, and is written from its beginning again. */
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

  /** What waits longest is the disk: it has most of the log already when all wait for the rest. */
  async function beginAnewSoon() {
    if (syncing) return
    syncing = true
    try {
      await syncFile(logOf(db.name))
    } catch {
      // The log itself is brought to the disk below, or stays.
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
      // On a full disk all of it stays in the log, where it is as safe.
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
    /** Whoever closes the database writes back all of it. */
    stop: () => clearTimeout(timer),
  }
}
