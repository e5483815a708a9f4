// Finds the next moments at which mutes end and updates expire.

import { LIMITS } from '../rules/limits.ts'
import { pendingUpdates } from './updates/update-queue.ts'
import type { Read } from './world.ts'

/** Returns the next moments of mute ends and update expiries, in milliseconds since 1970. */
export function dueMomentsOf(read: Read): number[] {
  const { members, bots } = read.store
  const unmuteSeconds = members.nextUnmute(read.clock.seconds())
  const expiries = bots.all().flatMap((bot) => {
    const [oldest] = pendingUpdates(read, bot, 1)
    return oldest ? oldest.made_ms + LIMITS.updateLifetimeSeconds * 1000 : []
  })
  return [...(unmuteSeconds === null ? [] : [unmuteSeconds * 1000]), ...expiries]
}
