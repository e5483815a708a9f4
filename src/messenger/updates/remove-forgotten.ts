// Removes the rows of forgotten updates, piece by piece: between two of them others have a turn.

import { setImmediate } from 'node:timers'
import type { Listener } from '../../event-log/event-log.ts'
import type { World } from '../world.ts'

/** Looks whenever something happens, and at the beginning: an earlier run may have left some. */
export function removeForgotten(world: World, closing: AbortSignal): Listener {
  let isDue = false

  function look() {
    if (isDue || !world.store.updates.anyForgotten()) return
    isDue = true
    setImmediate(removeSome)
  }

  function removeSome() {
    isDue = false
    if (closing.aborted) return
    world.transact((tx) => tx.store.updates.removeSomeForgotten())
    look()
  }

  look()
  return look
}
