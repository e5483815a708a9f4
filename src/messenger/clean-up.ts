// Deletes expired updates, rows of dropped updates, and contents of deleted files.

import { setImmediate } from 'node:timers'
import type { RecordedOf } from '../event-log/entry.ts'
import type { Listener } from '../event-log/event-log.ts'
import { stopwatch } from '../lib/clock.ts'
import { deleteDropped, dropExpired } from './updates/update-queue.ts'
import type { Tx, World } from './world.ts'

const CHECK_EVERY_MS = 3_600_000

/** Once dropping expired updates has taken this long, a later turn of the event loop continues with the next bot. */
const SLICE_MS = 10

/** Returns a listener that drops expired updates at most once an hour, for bots that never fetch their updates. */
export function expireUpdates(world: World, closing: AbortSignal): Listener {
  let checkedMs = Number.NEGATIVE_INFINITY
  /** The bots whose updates are still to be checked, or undefined before their list is read. */
  let uncheckedBots: number[] | undefined = []

  function dropSome() {
    if (closing.aborted) return
    const elapsed = stopwatch()
    try {
      const bots = uncheckedBots ?? world.store.bots.all().map(({ id }) => id)
      uncheckedBots = bots
      world.transact((tx) => {
        do {
          const bot = tx.store.bots.byId(bots.pop() ?? 0)
          if (bot) dropExpired(tx, bot)
        } while (bots.length && elapsed() < SLICE_MS)
      })
    } catch {
      // The error is ignored: if the disk is full, for example, expired updates stay stored, but aren't delivered.
    }
    if (uncheckedBots?.length) setImmediate(dropSome)
  }

  return () => {
    const now = world.clock.ms()
    if (Math.abs(now - checkedMs) < CHECK_EVERY_MS) return
    checkedMs = now
    const isDropping = Boolean(uncheckedBots?.length)
    uncheckedBots = undefined
    if (!isDropping) dropSome()
  }
}

/**
 * Deletes the rows of dropped updates, including rows left by an earlier run, in pieces between which calls can run.
 */
export function deleteDroppedRows(world: World, closing: AbortSignal): Listener {
  let isScheduled = false

  function schedule() {
    if (isScheduled || world.store.updates.botWithDropped() === undefined) return
    isScheduled = true
    setImmediate(deleteSome)
  }

  function deleteSome() {
    isScheduled = false
    if (closing.aborted) return
    const bot = world.store.updates.botWithDropped()
    try {
      if (bot !== undefined) world.transact((tx) => deleteDropped(tx, bot))
    } catch {
      // An error, such as a full disk, is ignored: a later event starts another attempt to delete the rows.
      return
    }
    schedule()
  }

  schedule()
  return schedule
}

type Removal = 'file-deleted' | 'world'

export const removeUnusedContents =
  (tx: Tx): Listener<Removal> =>
  (entries) => {
    for (const entry of entries) {
      try {
        removeContentsAfter(tx, entry)
      } catch {
        // The error is ignored, because the next start of the emulator removes the content.
      }
    }
  }

function removeContentsAfter({ store, bytes }: Tx, entry: RecordedOf<Removal>) {
  // The content stays if a later call in the same commit has sent it again.
  if (entry.type === 'file-deleted') return bytes.removeUnlessAlive(entry.unique_id)
  // Writes the new database to the disk first: a crash could bring back the old one, which needs the removed files.
  store.sync()
  bytes.removeReplaced()
}
