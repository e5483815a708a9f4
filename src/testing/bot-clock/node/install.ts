// Replaces the clocks and timers of this process, and restores them.

import type { ClockState } from '../../../control/contract/clock-lease.ts'
import { createBotTime } from './bot-time.ts'
import { followClock } from './follow.ts'
import { restoreAll } from './overwrite.ts'
import { replaceClocksAndTimers } from './replace.ts'
import { watchRequests } from './requests.ts'
import { createTimers } from './timers.ts'

/** The global property of a process that follows a clock. The preloaded modules and the library read it. */
const MARK = Symbol.for('bot-emulator.clock')

/** Returns a promise that resolves when this process has got the emulator's time, or undefined if it follows no clock. */
export const findClock = (): Promise<unknown> | undefined => Reflect.get(globalThis, MARK)

interface InstallOptions {
  /** The state of the clock with which this thread begins at once. Without it, the thread waits for the emulator's. */
  state?: ClockState | undefined
  /** True to restore the clocks and timers when the emulator ends. Otherwise, the clock then runs on. */
  restoresAtEnd?: boolean
}

/**
 * Replaces the clocks and timers of this thread. Resolves with the function that restores them and drops the pending
 * timers.
 */
export async function installClock(url: URL, { state, restoresAtEnd = false }: InstallOptions = {}) {
  const time = createBotTime()
  const requests = watchRequests(url)
  const timers = createTimers(time, requests.isOpen)
  requests.watchEnds(timers.noteRequests, timers.arm)
  let unfollow = () => {}
  let isInstalled = true
  function uninstall() {
    if (!isInstalled) return
    isInstalled = false
    Reflect.deleteProperty(globalThis, MARK)
    restoreAll()
    timers.cancelAll()
    unfollow()
  }
  if (state) {
    time.follow(state)
    replaceClocksAndTimers(time, timers)
  }
  const connected = followClock(url, time, timers, requests, restoresAtEnd ? uninstall : () => {})
  Object.defineProperty(globalThis, MARK, { value: connected, configurable: true })
  unfollow = await connected
  if (!state) replaceClocksAndTimers(time, timers)
  return uninstall
}
