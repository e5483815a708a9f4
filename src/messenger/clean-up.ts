// Deletes expired updates, rows of dropped updates, and contents of deleted files.

import { setImmediate } from 'node:timers'
import type { RecordedOf } from '../event-log/entry.ts'
import type { Listener } from '../event-log/event-log.ts'
import { deleteDropped, dropExpired } from './updates/update-queue.ts'
import type { Tx, World } from './world.ts'

const CHECK_EVERY_MS = 3_600_000

/** Drops the updates that were pending for a day, also of bots that never poll. Checks once an hour. */
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
      // If the disk is full, the rows stay, but bots do not receive them.
    }
  }
}

/**
 * Deletes the rows of dropped updates in pieces, so that other calls run in between. Starts at once, because an earlier run
 * may have left rows.
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
      // If the disk is full, the rows stay until the next event, but the bot does not receive them.
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
        // If the contents cannot be removed now, the next start removes them.
      }
    }
  }

function removeContentsAfter({ store, bytes }: Tx, entry: RecordedOf<Removal>) {
  // A later call of the same commit may have sent the content again, so it is removed only if unused.
  if (entry.type === 'file-deleted') return bytes.removeUnlessAlive(entry.unique_id)
  // The new world is synced first, because the removed contents of the old one cannot be restored.
  store.sync()
  bytes.removeReplaced()
}
