// Deletes expired updates, and contents of deleted files.

import type { RecordedOf } from '../event-log/entry.ts'
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
