// Deletes what nobody receives any more: expired and forgotten updates, and the bytes of deleted files.

import { setImmediate } from 'node:timers'
import type { RecordedOf } from '../event-log/entry.ts'
import type { Listener } from '../event-log/event-log.ts'
import { forgetExpired, removeSome } from './updates/update-queue.ts'
import type { Tx, World } from './world.ts'

const LOOK_EVERY_MS = 3_600_000

/** Updates that nobody has asked for in a day go, those of a bot that never polls too. Looks once in an hour. */
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
      // The disk is full, say: no bot receives them in any case, and what happened here before is done.
    }
  }
}

/**
 * Removes the rows of forgotten updates piece by piece: between two of them others have a turn. Looks at the beginning,
 * too: an earlier run may have left some.
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
      // The disk is full, say: they are gone for their bot in any case, and go when something happens again.
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
        // The disk is full, or another program holds them: they go at the next start, and others hear of what was done.
      }
    }
  }

function tidyAfter({ store, bytes }: Tx, entry: RecordedOf<Gone>) {
  // Calls of one turn share a commit: the same content may have been sent anew within it.
  if (entry.type === 'file-deleted') return bytes.removeUnlessAlive(entry.unique_id)
  // Not before the new world is sure to stay: the old one's bytes do not come back.
  store.sync()
  bytes.removeReplaced()
}
