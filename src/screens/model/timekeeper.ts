// The emulator's clock as a screen knows it between two events.

import { signal } from '@preact/signals-core'
import type { ClockView } from '../../control/contract/service.ts'

interface SeenClock extends ClockView {
  /** When `now` was the time, in the milliseconds of `nowMs`. */
  seenMs: number
}

export function createTimekeeper(nowMs: () => number) {
  const clock = signal<SeenClock>({ now: 0, frozen: true, seenMs: 0 })
  return {
    clock,
    nowMs,
    /** Returns the emulator's time in Unix seconds. It advances with real time unless the clock is frozen. */
    timeNow() {
      const { now, frozen, seenMs } = clock.peek()
      return frozen ? now : now + (nowMs() - seenMs) / 1000
    },
    setClock({ now, frozen }: ClockView) {
      clock.value = { now, frozen, seenMs: nowMs() }
    },
  }
}
