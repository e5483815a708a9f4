// Removes the rows of forgotten updates, piece by piece: between two of them others have a turn.

import { setImmediate } from 'node:timers'
import type { Listener } from '../../event-log/event-log.ts'
import type { World } from '../world.ts'
import { removeSome } from './update-queue.ts'

/** Looks whenever a queue may be another, and at the beginning: an earlier run may have left some. */
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
    if (bot !== undefined) world.transact((tx) => removeSome(tx, bot))
    look()
  }

  look()
  return look
}
