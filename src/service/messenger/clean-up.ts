// Deletes expired updates, and contents of deleted files.

import type { Listener } from '../event-log/event-log.ts'
import { dropExpired } from './updates/update-queue.ts'
import type { Tx, World } from './world.ts'

const CHECK_EVERY_MS = 3_600_000

/** Returns a listener that drops expired updates at most once an hour, for bots that never fetch their updates. */
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
      // The error is ignored: if the disk is full, for example, expired updates stay stored, but aren't delivered.
    }
  }
}

/** Returns a listener that removes contents once no file of the committed world has them. */
export const removeUnusedContents =
  ({ bytes }: Tx): Listener<'file-deleted' | 'world'> =>
  (entries) => {
    bytes.discard(entries.flatMap((entry) => (entry.type === 'file-deleted' ? [entry.unique_id] : [])))
    bytes.removeDiscarded()
  }
