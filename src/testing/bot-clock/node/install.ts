// Replaces the clocks and timers of this process, and restores them.

import { createBotTime } from './bot-time.ts'
import { followClock } from './follow.ts'
import { restoreAll } from './overwrite.ts'
import { replaceClocksAndTimers } from './replace.ts'
import { watchRequests } from './requests.ts'
import { readState, shareMemory } from './shared-memory.ts'
import { createTimers } from './timers.ts'

/**
 * The global property of a process that follows a clock. The preloaded modules and the library read it. The value is a
 * promise that resolves when the process has got the emulator's time.
 */
const MARK = Symbol.for('bot-emulator.clock')

export const isClockInstalled = () => MARK in globalThis

/** Waits until a clock that another module has already installed has received the emulator's time. */
export const waitForClock = (): Promise<void> => Reflect.get(globalThis, MARK)

function prepareClock(url: URL, restoresAtEnd: boolean) {
  const time = createBotTime()
  const requests = watchRequests(url)
  const timers = createTimers(time, requests.isOpen)
  requests.watchEnds(timers.noteRequests, timers.arm)
  shareMemory()
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
  async function connect() {
    unfollow = await followClock(url, time, timers, requests, restoresAtEnd ? uninstall : () => {})
  }
  return {
    time,
    follow() {
      const connected = connect()
      Object.defineProperty(globalThis, MARK, { value: connected, configurable: true })
      return connected
    },
    replace: () => replaceClocksAndTimers(time, timers),
    uninstall,
  }
}

/**
 * Replaces the clocks and timers of this process. Resolves with the function that restores them and drops the pending
 * timers. If `restoresAtEnd` is true, this function is also called when the emulator ends. Otherwise, the clock then
 * runs on from its current time.
 */
export async function installClock(url: URL, { restoresAtEnd = false } = {}): Promise<() => void> {
  const { follow, replace, uninstall } = prepareClock(url, restoresAtEnd)
  await follow()
  replace()
  return uninstall
}

/** Replaces the clocks and timers of this thread at once. They begin with the time of the process's main thread. */
export function installClockInThread(url: URL) {
  const { time, follow, replace } = prepareClock(url, false)
  time.follow(readState())
  replace()
  void follow()
}
