// Connects this process to the emulator: follows its clock, and reports when it is idle.

import type { ClockMessage, IdleReport } from '../../../control/contract/clock-lease.ts'
import type { BotTime } from './bot-time.ts'
import { untilIdle } from './idle.ts'
import { openLink } from './link.ts'
import { real } from './real-functions.ts'
import type { Requests } from './requests.ts'
import type { BotTimers } from './timers.ts'

const CONNECT_MS = 3000
/** A process that advances its own clock reports its time at least once in this period of real time. */
const RUN_AHEAD_MS = 1000
/** The largest number of timers that a report lists in `next_ms`. */
const LISTED_TIMERS = 5

/**
 * Follows the clock at `url`. Resolves once the emulator has sent its time or refused the connection, or after
 * CONNECT_MS without an answer. The result is the function that ends the connection. Calls `onEnd` if the emulator ends
 * the connection.
 */
export function followClock(
  url: URL,
  time: BotTime,
  timers: BotTimers,
  requests: Requests,
  onEnd: () => void,
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<() => void>()
  let isConnecting = true
  let newestAsk = 0

  async function onMessage(message: ClockMessage) {
    const { lease, ask, joined, left } = message
    if (joined) return requests.noteJoined(joined)
    if (left) return requests.noteLeft(left)
    time.follow(message)
    timers.arm()
    if (!ask) return
    newestAsk = ask
    const ranTo = message.run_to_ms === undefined ? undefined : await runAhead(message, message.run_to_ms)
    if (ranTo !== undefined || (await untilIdle(timers, requests, () => newestAsk === ask))) report(lease, ask, ranTo)
  }

  /** Runs timers up to `limitMs`, or until the program sends a request or starts a thread. Returns the moment reached. */
  async function runAhead({ offset_ms }: ClockMessage, limitMs: number): Promise<number> {
    const startedBefore = requests.started()
    const startMs = real.elapsedMs()
    const hasStarted = () => requests.started() !== startedBefore
    while (!hasStarted() && real.elapsedMs() - startMs < RUN_AHEAD_MS) {
      const dueMs = time.now() + timers.dueInMs()
      if (dueMs >= limitMs) break
      time.follow({ offset_ms, frozen_at_ms: dueMs })
      timers.arm()
      await untilIdle(timers, requests, () => !hasStarted(), 1)
    }
    return time.now()
  }

  function report(lease: string, ask: number, ran_to_ms?: number) {
    time.resetBusyWait()
    const next_ms = timers.nextInMs(LISTED_TIMERS).map((ms) => time.now() + ms)
    const body: IdleReport = {
      lease,
      ask,
      due_ms: next_ms[0] ?? null,
      next_ms,
      timers: timers.count(),
      polls: requests.polls(),
      calls: requests.calls(),
      messages: requests.sent(),
      held: timers.heldCount(),
      ran_to_ms,
    }
    link.report(JSON.stringify(body))
  }

  /** Lets this process's clock run on from its current time. */
  function release() {
    time.follow({ offset_ms: time.now() - real.now(), frozen_at_ms: null })
    timers.arm()
  }

  function settle() {
    isConnecting = false
    real.clearTimeout(timeout)
    resolve(link.end)
  }

  function giveUp(reason: string) {
    if (!isConnecting) return
    process.stderr.write(`bot-emulator: ${reason}, so this process runs on real time.\n`)
    settle()
    release()
    link.end()
  }

  const noAnswer = () => giveUp(`no clock answers at ${url.host}`)
  const timeout = real.setTimeout(noAnswer, CONNECT_MS)
  const link = openLink(url, requests.ignore, {
    onRefusal: (status) => giveUp(`the clock at ${url.host} answers ${status}`),
    onMessage(message) {
      void onMessage(message)
      settle()
    },
    onEnd() {
      if (isConnecting) return noAnswer()
      release()
      onEnd()
    },
  })
  return promise
}
