// Timers that follow the bot's time and otherwise behave like Node's own.

import { AsyncResource } from 'node:async_hooks'
import type { BotTime } from './bot-time.ts'
import { ownAsyncIds, real } from './real-functions.ts'
import { currentTurn } from './turns.ts'

const LONGEST_MS = 2 ** 31 - 1
const KEEP_ALIVE_MS = 2 ** 30
/** A timer longer than this is not the timeout of a request. The longest usual timeout is 500 s, in grammY. */
const NOT_A_TIMEOUT_MS = 600_000

type Callback = (...args: unknown[]) => void

interface BotTimer {
  /** True for a timer of AbortSignal.timeout, which is not cleared when its request ends. */
  isSignal: boolean
  unref(): BotTimer
}

export type BotTimers = ReturnType<typeof createTimers>

/**
 * Creates timers that follow the bot's time. A timer set in the same turn of the event loop as a request is probably
 * the timeout of that request, so it follows real time while the request is open. Intervals and long timers are never
 * treated as timeouts.
 */
export function createTimers(time: BotTime, isRequestOpen: (turn: number) => boolean) {
  /** The pending timers, ordered by due time, then by the order in which they were set. */
  const queue: Timeout[] = []
  const byNumber = new Map<number, Timeout>()
  let lastNumber = 0
  let refCount = 0
  let armed: NodeJS.Timeout | undefined
  let armedForMs = Number.POSITIVE_INFINITY
  let isFiring = false
  /** Keeps the process alive while it has referenced timers, even if a frozen clock keeps them from running. */
  let keepAlive: NodeJS.Timeout | undefined

  class Timeout implements BotTimer {
    dueMs = 0
    order = 0
    isPending = false
    realDueMs = 0
    turn = 0
    isSignal = false
    wasHeld = false
    #isRef = true
    #number: number | undefined
    readonly #resource = new AsyncResource('Timeout')

    constructor(
      readonly callback: Callback,
      readonly args: unknown[],
      readonly delayMs: number,
      readonly repeats: boolean,
    ) {
      ownAsyncIds.count++
      this.start()
    }

    start() {
      this.dueMs = time.timerMs() + (this.isForNextTurn() ? 0 : this.delayMs)
      this.realDueMs = real.elapsedMs() + this.delayMs
      this.turn = currentTurn()
      this.order = ++lastNumber
      this.isPending = true
      queue.splice(position(this), 0, this)
      if (this.#isRef) count(1)
      if (queue[0] === this) arm()
    }

    /** `setTimeout(poll, 0)` only lets other code run. Loops of bots use it, so it also fires on a frozen clock. */
    isForNextTurn = () => time.isFrozen() && this.delayMs === 1 && !this.repeats

    stop() {
      if (!this.isPending) return
      this.isPending = false
      queue.splice(position(this), 1)
      if (this.#isRef) count(-1)
    }

    run() {
      this.stop()
      try {
        this.#resource.runInAsyncScope(this.callback, this, ...this.args)
      } finally {
        if (this.repeats && !this.#isCleared && !this.isPending) this.start()
      }
    }

    #isCleared = false

    close() {
      this.#isCleared = true
      this.stop()
      if (this.#number !== undefined) byNumber.delete(this.#number)
      return this
    }

    refresh() {
      if (this.#isCleared) return this
      this.stop()
      this.start()
      return this
    }

    ref() {
      if (!this.#isRef && this.isPending) count(1)
      this.#isRef = true
      return this
    }

    unref() {
      if (this.#isRef && this.isPending) count(-1)
      this.#isRef = false
      return this
    }

    hasRef = () => this.#isRef;

    [Symbol.toPrimitive]() {
      this.#number ??= this.order
      byNumber.set(this.#number, this)
      return this.#number
    }

    [Symbol.dispose]() {
      this.close()
    }
  }

  /** Returns the index of a timer in the queue, or the index at which to insert it. */
  function position(timer: Timeout): number {
    let from = 0
    let to = queue.length
    while (from < to) {
      const middle = (from + to) >> 1
      const other = queue[middle]!
      if (other.dueMs < timer.dueMs || (other.dueMs === timer.dueMs && other.order < timer.order)) from = middle + 1
      else to = middle
    }
    return from
  }

  function count(change: 1 | -1) {
    refCount += change
    keepAlive ??= real.setInterval(() => {}, KEEP_ALIVE_MS)
    if (refCount === 0) keepAlive.unref()
    else if (refCount === change) keepAlive.ref()
  }

  function isHeld(timer: Timeout): boolean {
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
      if (isOwn(timer)) next.push(Math.max(0, timer.dueMs - time.timerMs()))
    }
    return next
  }

  const isOwn = (timer: Timeout) => !isHeld(timer) && !(timer.isSignal && timer.wasHeld)
  const dueInMs = () => nextInMs(1)[0] ?? Number.POSITIVE_INFINITY

  /** Returns the first due timer. A timer that may be the timeout of an open request must be due in real time too. */
  function findDue(): Timeout | undefined {
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
    if (isFiring || !queue.length) return
    if (findDue()) {
      isFiring = true
      real.setImmediate(fire)
      return
    }
    const waitMs = Math.min(Math.max(1, Math.ceil(realWaitMs())), LONGEST_MS)
    const atMs = real.elapsedMs() + waitMs
    // If the armed timer fires no later than `atMs`, it is kept, because that is faster. It will call `arm` again.
    if (armedForMs <= atMs) return
    real.clearTimeout(armed)
    armedForMs = atMs
    armed = real.setTimeout(onAlarm, waitMs).unref()
  }

  function onAlarm() {
    armedForMs = Number.POSITIVE_INFINITY
    if (!isFiring) fire()
  }

  /** Runs one timer per turn of the event loop, so that promises of its callback continue before the next timer. */
  function fire() {
    isFiring = false
    try {
      findDue()?.run()
    } finally {
      arm()
    }
  }

  function create(callback: Callback, delay: unknown, args: unknown[], repeats: boolean): BotTimer {
    const delayMs = Number(delay)
    if (delayMs > LONGEST_MS) {
      const text = `${delayMs} does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.`
      process.emitWarning(text, 'TimeoutOverflowWarning')
    }
    return new Timeout(callback, args, delayMs >= 1 && delayMs <= LONGEST_MS ? Math.trunc(delayMs) : 1, repeats)
  }

  return {
    create,
    /** Cancels a timer, given as its object or number. Returns false for an unknown timer, such as one of Node. */
    cancel(handle: unknown): boolean {
      const timer = handle instanceof Timeout ? handle : byNumber.get(Number(handle))
      timer?.close()
      return timer !== undefined
    },
    cancelAll() {
      for (const timer of [...queue]) timer.close()
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
