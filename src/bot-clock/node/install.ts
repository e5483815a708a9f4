// Replaces the clocks and timers of this process, and restores them.

import { createBotTime } from './bot-time.ts'
import { followClock } from './follow.ts'
import { restoreAll } from './overwrite.ts'
import { replaceClocksAndTimers } from './replace.ts'
import { watchRequests } from './requests.ts'
import { createTimers } from './timers.ts'

/** The global property of a process that follows a clock. The preloaded module and the library both read it. */
const MARK = Symbol.for('bot-emulator.clock')

export const isClockInstalled = () => MARK in globalThis

/**
 * Replaces the clocks and timers of this process. Resolves with the function that restores them and drops the pending
 * timers. If `restoresAtEnd` is true, the end of the emulator calls this function. Otherwise the clock then runs on.
 */
export async function installClock(url: URL, { restoresAtEnd = false } = {}): Promise<() => void> {
  Object.defineProperty(globalThis, MARK, { value: url.href, configurable: true })
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
  unfollow = await followClock(url, time, timers, requests, restoresAtEnd ? uninstall : () => {})
  replaceClocksAndTimers(time, timers)
  return uninstall
}
