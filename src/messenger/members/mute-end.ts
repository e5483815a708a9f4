// When a mute ends, of what was asked for.

import { LIMITS } from '../../spec/limits.ts'
import type { Read } from '../world.ts'

const WITHOUT_END = 0

export function muteEnd(read: Read, until_date = WITHOUT_END): number {
  const aheadMs = until_date * 1000 - read.clock.ms()
  const keeps = aheadMs >= LIMITS.muteLeastSeconds * 1000 && aheadMs <= LIMITS.muteMostSeconds * 1000
  return keeps ? until_date : WITHOUT_END
}
