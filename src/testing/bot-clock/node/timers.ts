// Timers that follow the bot's time and otherwise behave like Node's own.

import { AsyncResource } from 'node:async_hooks'
import type { BotTime } from './bot-time.ts'
import { ownAsyncIds, real } from './real-functions.ts'
import { currentTurn } from './requests.ts'

const LONGEST_MS = 2 ** 31 - 1
/** A timer longer than this is not the timeout of a request. The longest usual timeout is 500 s, in grammY. */
const NOT_A_TIMEOUT_MS = 600_000

type Callback = (...args: unknown[]) => void

interface TimerOptions {
  args?: unknown[]
  repeats?: boolean
  /** True for a timer of AbortSignal.timeout, which is not cleared when its request ends. */
  isSignal?: boolean
}

interface BotTimer extends Required<TimerOptions> {
  callback: Callback
  delayMs: number
  /** Node's own timer, which never fires. The program gets it, and it keeps the process alive unless it is unref'd. */
  handle: NodeJS.Timeout
  /** Keeps the callback in the async context in which the program set the timer. */
  resource: AsyncResource
  dueMs: number
  realDueMs: number
  turn: number
  wasHeld: boolean
  isCleared: boolean
}

export type BotTimers = ReturnType<typeof createTimers>

/**
 * Creates timers that follow the bot's time. A timer set in the same turn of the event loop as a request is probably
 * the timeout of that request, so it follows real time while the request is open. Intervals and long timers are never
 * treated as timeouts.
 */
export function createTimers(time: BotTime, isRequestOpen: (turn: number) => boolean) {
  /** The pending timers, ordered by due time, then by the order in which they were set. */
  const queue: BotTimer[] = []
  const byHandle = new WeakMap<object, BotTimer>()
  let alarm: NodeJS.Timeout | undefined
  let isFiring = false

  function start(timer: BotTimer) {
    stop(timer)
    // `setTimeout(poll, 0)` only lets other code run. Loops of bots use it, so it also fires on a frozen clock.
    const isForNextTurn = time.isFrozen() && timer.delayMs === 1 && !timer.repeats
    timer.dueMs = time.timerMs() + (isForNextTurn ? 0 : timer.delayMs)
    timer.realDueMs = real.elapsedMs() + timer.delayMs
    timer.turn = currentTurn()
    queue.splice(queue.findLastIndex(({ dueMs }) => dueMs <= timer.dueMs) + 1, 0, timer)
    if (queue[0] === timer) arm()
  }

  function stop(timer: BotTimer) {
    const index = queue.indexOf(timer)
    if (index >= 0) queue.splice(index, 1)
  }

  function clear(timer: BotTimer) {
    timer.isCleared = true
    stop(timer)
    real.clearTimeout(timer.handle)
  }

  function run(timer: BotTimer) {
    stop(timer)
    try {
      timer.resource.runInAsyncScope(timer.callback, timer.handle, ...timer.args)
    } finally {
      const isRefreshed = queue.includes(timer)
      if (timer.repeats && !timer.isCleared && !isRefreshed) start(timer)
      else if (!isRefreshed) real.clearTimeout(timer.handle)
    }
  }

  function isHeld(timer: BotTimer): boolean {
    if (timer.repeats || timer.delayMs >= NOT_A_TIMEOUT_MS) return false
    const isOpen = isRequestOpen(timer.turn)
    timer.wasHeld ||= isOpen
    return isOpen
  }

  /** Returns the milliseconds until each of the next timers is due, at most `count` of them. */
  function nextInMs(count: number): number[] {
    const next: number[] = []
    for (const timer of queue) {
      if (next.length === count) break
      if (!isHeld(timer) && !(timer.isSignal && timer.wasHeld)) next.push(Math.max(0, timer.dueMs - time.timerMs()))
    }
    return next
  }

  const dueInMs = () => nextInMs(1)[0] ?? Number.POSITIVE_INFINITY

  /** Returns the first due timer. A timer that may be the timeout of an open request must be due in real time too. */
  function findDue(): BotTimer | undefined {
    const [now, realNow] = [time.timerMs(), real.elapsedMs()]
    for (const timer of queue) {
      if (timer.dueMs > now) return undefined
      if (!isHeld(timer) || timer.realDueMs <= realNow) return timer
    }
    return undefined
  }

  /** Returns the real milliseconds until a timer is due, or Infinity if a frozen clock holds all timers. */
  function realWaitMs(): number {
    const untilDue = time.isFrozen() ? Number.POSITIVE_INFINITY : dueInMs()
    const heldDueMs = queue.filter(isHeld).map((timer) => timer.realDueMs - real.elapsedMs())
    return Math.min(untilDue, ...heldDueMs)
  }

  /** Schedules the next timer: in the next turn of the event loop if it is due, else when it becomes due. */
  function arm() {
    real.clearTimeout(alarm)
    if (isFiring || !queue.length) return
    isFiring = findDue() !== undefined
    if (isFiring) real.setImmediate(fire)
    else alarm = real.setTimeout(fire, Math.min(Math.max(1, Math.ceil(realWaitMs())), LONGEST_MS)).unref()
  }

  /** Runs one timer per turn of the event loop, so that promises of its callback continue before the next timer. */
  function fire() {
    isFiring = false
    const timer = findDue()
    try {
      if (timer) run(timer)
    } finally {
      arm()
    }
  }

  function create(callback: Callback, delay: unknown, options: TimerOptions = {}): NodeJS.Timeout {
    const ms = Number(delay)
    if (ms > LONGEST_MS) {
      const text = `${ms} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`
      process.emitWarning(text, 'TimeoutOverflowWarning')
    }
    const handle = real.setTimeout(() => {}, LONGEST_MS)
    const timer: BotTimer = {
      ...{ args: [], repeats: false, isSignal: false, ...options },
      callback,
      delayMs: ms >= 1 && ms <= LONGEST_MS ? Math.trunc(ms) : 1,
      handle,
      resource: new AsyncResource('Timeout'),
      ...{ dueMs: 0, realDueMs: 0, turn: 0, wasHeld: false, isCleared: false },
    }
    ownAsyncIds.count++
    byHandle.set(handle, timer)
    start(timer)
    const close = () => {
      clear(timer)
      return handle
    }
    const refresh = () => {
      if (!timer.isCleared) start(timer)
      return handle
    }
    return Object.assign(handle, { refresh, close, [Symbol.dispose]: close })
  }

  /** Finds a timer by its object or number. */
  const find = (handle: unknown) =>
    Object(handle) === handle
      ? byHandle.get(handle as object)
      : queue.find((timer) => Number(timer.handle) === Number(handle))

  return {
    create,
    /** Cancels a timer, given as its object or number. Returns false for an unknown timer, such as one of Node. */
    cancel(handle: unknown): boolean {
      const timer = find(handle)
      if (timer) clear(timer)
      return timer !== undefined
    },
    cancelAll() {
      for (const timer of [...queue]) clear(timer)
    },
    /** Schedules the next timer again. Must be called after the clock has changed. */
    arm,
    dueInMs,
    nextInMs,
    /** Marks the timers of open requests, because they cannot be recognized after the requests have ended. */
    noteRequests: () => queue.forEach(isHeld),
    count: () => queue.length,
    /** Some timers follow real time, because they may be timeouts of open requests. Returns their number. */
    heldCount: () => queue.filter(isHeld).length,
  }
}
