// Deletes what nobody receives any more: expired and forgotten updates, and the bytes of deleted files.

import { setImmediate } from 'node:timers'
import type { RecordedOf } from '../event-log/entry.ts'
import type { Listener } from '../event-log/event-log.ts'
import { forgetExpired, removeSome } from './updates/update-queue.ts'
import type { Tx, World } from './world.ts'

const LOOK_EVERY_MS = 3_600_000

/** Deletes updates that no bot has fetched in a day, also of bots that never poll. Checks once in an hour. */
export function expireUpdates(world: World): Listener {
  let lookedMs = Number.NEGATIVE_INFINITY
  return () => {
    const now = world.clock.ms()
    if (Math.abs(now - lookedMs) < LOOK_EVERY_MS) return
    lookedMs = now
    try {
      world.transact((tx) => {
        for (const bot of tx.store.bots.all()) forgetExpired(tx, bot)
      })
    } catch {
      // On a full disk they stay stored, but no bot receives them.
    }
  }
}

/**
 * Removes the rows of forgotten updates in pieces, so that other calls run in between. It also runs at the start, because
 * an earlier run may have left some.
 */
export function removeForgotten(world: World, closing: AbortSignal): Listener {
  let isDue = false

  function look() {
    if (isDue || world.store.updates.unfinished() === undefined) return
    isDue = true
    setImmediate(goOn)
  }

  function goOn() {
    isDue = false
    if (closing.aborted) return
    const bot = world.store.updates.unfinished()
    try {
      if (bot !== undefined) world.transact((tx) => removeSome(tx, bot))
    } catch {
      // On a full disk the rows stay until the next event, but they are gone for their bot.
      return
    }
    look()
  }

  look()
  return look
}

type Gone = 'file-deleted' | 'world'

export const tidyBytes =
  (tx: Tx): Listener<Gone> =>
  (entries) => {
    for (const entry of entries) {
      try {
        tidyAfter(tx, entry)
      } catch {
        // On a full disk, or if another program has them open, the next start removes them.
      }
    }
  }

function tidyAfter({ store, bytes }: Tx, entry: RecordedOf<Gone>) {
  // Calls of one turn share a commit, which may have sent the same content again.
  if (entry.type === 'file-deleted') return bytes.removeUnlessAlive(entry.unique_id)
  // The new world is synced first, because the bytes of the old one cannot be restored.
  store.sync()
  bytes.removeReplaced()
}
