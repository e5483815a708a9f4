// Updates that nobody has asked for in a day go, those of a bot that never polls too.

import type { Listener } from '../../event-log/event-log.ts'
import type { World } from '../world.ts'
import { forgetExpired } from './update-queue.ts'

const LOOK_EVERY_MS = 3_600_000

/** Looks whenever something happens, but not each time. */
export function expireUpdates(world: World): Listener {
  let lookedMs = Number.NEGATIVE_INFINITY
  return () => {
    const now = world.clock.ms()
    if (Math.abs(now - lookedMs) < LOOK_EVERY_MS) return
    lookedMs = now
    world.transact((tx) => {
      for (const bot of tx.store.bots.all()) forgetExpired(tx, bot)
    })
  }
}
