// The emulator's clock as a screen knows it between two events.

import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { ClockView } from '../../control/contract/service.ts'

export interface SeenClock extends ClockView {
  /** When `now` was the time, in the milliseconds of `nowMs`. */
  seenMs: number
}

export interface Timekeeper {
  clock: ReadonlySignal<SeenClock>
  /** Returns the emulator's time in Unix seconds. It advances with real time unless the clock is frozen. */
  timeNow(): number
}

export function createTimekeeper(nowMs: () => number) {
  const clock = signal<SeenClock>({ now: 0, frozen: true, seenMs: 0 })
  return {
    clock,
    nowMs,
    timeNow() {
      const { now, frozen, seenMs } = clock.peek()
      return frozen ? now : now + (nowMs() - seenMs) / 1000
    },
    setClock({ now, frozen }: ClockView) {
      clock.value = { now, frozen, seenMs: nowMs() }
    },
  }
}
