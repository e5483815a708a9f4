// Deletes expired updates, rows of dropped updates, and contents of deleted files.

import { setImmediate } from 'node:timers'
import type { RecordedOf } from '../event-log/entry.ts'
import type { Listener } from '../event-log/event-log.ts'
import { deleteDropped, dropExpired } from './updates/update-queue.ts'
import type { Tx, World } from './world.ts'

const CHECK_EVERY_MS = 3_600_000

/** Runs after events, at most once an hour, for bots that never fetch their updates. */
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
      // If the disk is full, for example, expired updates stay stored, but bots do not receive them.
    }
  }
}

/** Deletes in pieces, so that calls can run in between. Starts at once for the rows of an earlier run. */
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
      // If the disk is full, for example, the rows stay until the next event, but the bot does not receive the updates.
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
        // The next start of the emulator removes the content.
      }
    }
  }

function removeContentsAfter({ store, bytes }: Tx, entry: RecordedOf<Removal>) {
  // A later call in the same commit may have sent the same content again.
  if (entry.type === 'file-deleted') return bytes.removeUnlessAlive(entry.unique_id)
  // The new database must be on the disk first: after a crash, the old database would still need the removed files.
  store.sync()
  bytes.removeReplaced()
}
