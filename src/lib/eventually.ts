// Looks again and again until something is so, or the time is over.

import { setTimeout as pause } from 'node:timers/promises'
import { stopwatch } from './clock.ts'

interface Patience {
  withinMs: number
  everyMs: number
}

/** Whether it has come to be so in time. */
export async function eventually(isSo: () => boolean | Promise<boolean>, { withinMs, everyMs }: Patience) {
  const elapsed = stopwatch()
  while (!(await isSo())) {
    if (elapsed() >= withinMs) return false
    await pause(everyMs)
  }
  return true
}
