// Waits until this process is idle: no due timer, request or other work.

import { real } from './real-functions.ts'
import type { Requests } from './requests.ts'
import { mayThreadsWork } from './threads.ts'
import type { BotTimers } from './timers.ts'

/** Matches the names of Node's active resources that are unfinished work, such as file accesses and DNS lookups. */
const WORK = /^(Immediate|FSReq|CloseReq|GetAddrInfoReq|GetNameInfoReq|\w*WriteWrap|ShutdownWrap)/

/**
 * The process is idle after this many turns of the event loop without work. In these turns, Node reads data that has
 * already arrived.
 */
const CALM_TURNS = 3
/** After this many busy turns of the event loop, `untilIdle` checks once a millisecond, so the program can work. */
const BUSY_TURNS = 20

/** Resolves with true once the process is idle, or with false as soon as `isCurrent` returns false. */
export async function untilIdle(
  timers: BotTimers,
  requests: Requests,
  isCurrent: () => boolean,
  calmTurns = CALM_TURNS,
): Promise<boolean> {
  const isBusy = () =>
    timers.dueInMs() <= 0 || requests.areUnderWay() || process.getActiveResourcesInfo().some((kind) => WORK.test(kind))
  let startedBefore = requests.started()
  for (let calm = 0, busy = 0; calm < calmTurns; ) {
    await (busy > BUSY_TURNS ? realPause(1) : nextTurn())
    if (!isCurrent()) return false
    const hasStarted = requests.started() !== startedBefore
    startedBefore = requests.started()
    if (hasStarted || isBusy() || mayThreadsWork()) {
      calm = 0
      busy++
    } else calm++
  }
  return true
}

const nextTurn = () => new Promise<void>((resolve) => void real.setImmediate(resolve))
const realPause = (ms: number) => new Promise<void>((resolve) => void real.setTimeout(resolve, ms))
