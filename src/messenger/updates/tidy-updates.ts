// What no bot receives any more goes: updates that are too old, and the rows of those that were forgotten.

import { setImmediate } from 'node:timers'
import type { Listener } from '../../event-log/event-log.ts'
import type { World } from '../world.ts'
import { forgetExpired, removeSome } from './update-queue.ts'

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
