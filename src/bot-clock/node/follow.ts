// Connects this process to the emulator: follows its clock, and reports when it is idle.

import type { IncomingMessage } from 'node:http'
import type { ClockMessage, IdleReport } from '../protocol.ts'
import type { BotTime } from './bot-time.ts'
import { untilIdle } from './idle.ts'
import { real } from './real-functions.ts'
import type { Requests } from './requests.ts'
import type { BotTimers } from './timers.ts'

/** Loaded with getBuiltinModule, because an import of node:http also loads its WebSocket, which takes 25 ms. */
const { Agent, request } = process.getBuiltinModule('node:http')

const CONNECT_MS = 3000
/** The longest real time for which a process runs its timers ahead before it reports the moment reached. */
const RUN_AHEAD_MS = 1000
/** The number of next timers in a report. */
const LISTED_TIMERS = 5

/**
 * Follows the clock at `url`. Resolves once this process has the emulator's time, or if no emulator answers, with the
 * function that ends the connection. Calls `onEnd` if the emulator ends the connection.
 */
export function followClock(
  url: URL,
  time: BotTime,
  timers: BotTimers,
  requests: Requests,
  onEnd: () => void,
): Promise<() => void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = url.username ? { authorization: `Bearer ${decodeURIComponent(url.username)}` } : {}
  const address = (path: string) => ({ host: url.hostname, port: url.port, path: `${url.pathname}${path}`, headers })
  let newestAsk = 0

  async function onMessage(message: ClockMessage) {
    time.follow(message)
    timers.arm()
    const { lease, ask } = message
    if (!ask) return
    newestAsk = ask
    const ranTo = message.run_to_ms === undefined ? undefined : await runAhead(message, message.run_to_ms)
    if (ranTo !== undefined || (await untilIdle(timers, requests, () => newestAsk === ask))) report(lease, ask, ranTo)
  }

  /** Runs timers up to `limitMs`, or until the program sends a request. Returns the moment reached. */
  async function runAhead(message: ClockMessage, limitMs: number): Promise<number> {
    const startedBefore = requests.started()
    const startMs = real.elapsedMs()
    while (requests.started() === startedBefore && real.elapsedMs() - startMs < RUN_AHEAD_MS) {
      const dueMs = time.now() + timers.dueInMs()
      if (dueMs >= limitMs) break
      time.follow({ offset_ms: message.offset_ms, frozen_at_ms: dueMs })
      timers.arm()
      const hasStarted = () => requests.started() !== startedBefore
      await untilIdle(timers, requests, () => !hasStarted(), 1)
    }
    return time.now()
  }

  function report(lease: string, ask: number, ran_to_ms?: number) {
    const dueInMs = timers.dueInMs()
    const body: IdleReport = {
      lease,
      ask,
      due_ms: Number.isFinite(dueInMs) ? time.now() + dueInMs : null,
      next_ms: timers.nextInMs(LISTED_TIMERS).map((ms) => time.now() + ms),
      timers: timers.count(),
      polls: requests.polls(),
      calls: requests.calls(),
      held: timers.heldCount(),
      ran_to_ms,
    }
    const options = { ...address('/report'), agent, method: 'POST' }
    const sending = request({ ...options, headers: { ...headers, 'content-type': 'application/json' } }, (answer) =>
      answer.resume(),
    )
    sending.on('socket', (socket) => socket.unref()).on('error', () => {})
    sending.end(JSON.stringify(body))
  }

  /** Lets this process's clock run on from its current time, because the emulator has ended. */
  function release() {
    time.follow({ offset_ms: time.now() - real.now(), frozen_at_ms: null })
    timers.arm()
  }

  return new Promise((resolve) => {
    let isOver = false
    const unfollow = () => void connecting.destroy()
    /** Lets the program run on real time, because no emulator answers or the emulator refuses. */
    const giveUp = (reason = `no clock answers at ${url.host}`) => {
      if (isOver) return
      isOver = true
      real.clearTimeout(patience)
      process.stderr.write(`bot-emulator: ${reason}, so this process runs on real time.\n`)
      resolve(unfollow)
      unfollow()
    }
    const patience = real.setTimeout(() => giveUp(), CONNECT_MS)
    const query = new URLSearchParams(url.search)
    query.set('runsAhead', 'true')
    query.set('pid', String(process.pid))
    query.set('runtime', `Node ${process.versions.node}`)
    const connecting = request({ ...address(`/follow?${query}`), agent: false }, (answer) => {
      answer.socket.unref()
      if (answer.statusCode !== 200) return giveUp(`the clock at ${url.host} answers ${answer.statusCode}`)
      readMessages(answer, (message) => {
        void onMessage(message)
        isOver = true
        real.clearTimeout(patience)
        resolve(unfollow)
      })
      answer.on('close', () => {
        release()
        onEnd()
      })
    })
    connecting.on('error', () => giveUp()).end()
  })
}

function readMessages(answer: IncomingMessage, onMessage: (message: ClockMessage) => void) {
  let rest = ''
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) onMessage(JSON.parse(line.slice('data: '.length)))
  })
}
