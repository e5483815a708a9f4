// Makes this process follow a clock, and restores it.

import { createBotTime } from './bot-time.ts'
import { followClock } from './follow.ts'
import { restoreAll } from './overwrite.ts'
import { replaceClocksAndTimers } from './replace.ts'
import { watchRequests } from './requests.ts'
import { createTimers } from './timers.ts'

/** A mark on globalThis, because the preloaded module and the library have separate copies of this module. */
const MARK = Symbol.for('bot-emulator.clock')

export const isClockInstalled = () => MARK in globalThis

/**
 * Replaces the clocks and timers of this process. Resolves with the function that restores them and drops the pending
 * timers. With `restoresAtEnd`, that also happens when the emulator ends. Otherwise the clock then runs on.
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
