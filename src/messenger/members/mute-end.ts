// When a mute ends, of what was asked for.

import { LIMITS } from '../../spec/limits.ts'
import type { Read } from '../world.ts'

const WITHOUT_END = 0

export function muteEnd(read: Read, until_date: number | undefined): number {
  const ahead = (until_date ?? 0) - read.clock.seconds()
  const keeps = ahead >= LIMITS.muteLeastSeconds && ahead <= LIMITS.muteMostSeconds
  return keeps ? until_date! : WITHOUT_END
}
