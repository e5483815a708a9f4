// Deletes expired updates, rows of dropped updates, and contents of deleted files.

import { setImmediate } from 'node:timers'
import type { RecordedOf } from '../event-log/entry.ts'
import type { Listener } from '../event-log/event-log.ts'
import { deleteDropped, dropExpired } from './updates/update-queue.ts'
import type { Tx, World } from './world.ts'

const CHECK_EVERY_MS = 3_600_000

/**
 * Returns a listener that drops the updates of all bots that have been pending for a day. Runs after events, but at
 * most once an hour. It is needed for bots that never fetch their updates.
 */
export function expireUpdates(world: World): Listener {
  let checkedMs = Number.NEGATIVE_INFINITY
  return () => {
    const now = world.clock.ms()
    if (Math.abs(now - checkedMs) < CHECK_EVERY_MS) return
    checkedMs = now
    try {
      world.transact((tx) => {
        for (const bot of tx.store.bots.all()) dropExpired(tx, bot)
      })
    } catch {
      // Ignored if the database cannot be written, for example because the disk is full: the expired updates stay
      // stored, but bots do not receive them.
    }
  }
}

/**
 * Deletes the rows of dropped (confirmed or expired) updates in pieces, so that calls of bots can run in between.
 * Starts at once, because an earlier run of the emulator may have left such rows, and returns a listener that starts it
 * again.
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
      // Ignored if the database cannot be written, for example because the disk is full: the rows of dropped updates
      // stay until the next event, but the bot does not receive these updates.
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
        // Ignored if the content of a deleted file cannot be removed from the disk: the next start of the emulator
        // removes it.
      }
    }
  }

function removeContentsAfter({ store, bytes }: Tx, entry: RecordedOf<Removal>) {
  // A later call in the same commit may have sent the same content again, so the content is removed only if no file
  // uses it.
  if (entry.type === 'file-deleted') return bytes.removeUnlessAlive(entry.unique_id)
  // The database of the new world is flushed to disk before contents of the old world are removed, because removed
  // contents cannot be restored if the machine crashes.
  store.sync()
  bytes.removeReplaced()
}
