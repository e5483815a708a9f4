// Watches the requests that this thread sends.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { restoreWith } from './overwrite.ts'
import { real } from './real-functions.ts'
import { ANSWER_MS, watchSockets } from './sockets.ts'
import { watchSpawns } from './spawns.ts'

/**
 * The longest real time for which a request keeps the process busy after its answer has begun to arrive. Without a
 * limit, a program that never reads the body would stay busy.
 */
const BODY_MS = 50
/** The same for a call to the emulator before its answer: on a busy machine, an answer may take seconds. */
const CALL_MS = 5000

interface UndiciRequest {
  origin?: string | URL
  path?: string
}

let turn = 0
let isTurnCounted = false

/** Numbers the turns of the event loop, to find timers set together with a request. */
export function currentTurn(): number {
  if (!isTurnCounted) {
    isTurnCounted = true
    real.setImmediate(() => {
      isTurnCounted = false
      turn++
    })
  }
  return turn
}

export type Requests = ReturnType<typeof watchRequests>

export function watchRequests(emulator: URL) {
  const open = new Map<object, { isPoll: boolean; busyUntilMs: number; turn: number; hasEnded: boolean }>()
  const sockets = watchSockets()
  let started = 0
  let calls = 0
  let beforeEnd = () => {}
  let onEnd = () => {}

  function begin(request: object, port: string, path = '') {
    const isCall = port === emulator.port
    const isPoll = isCall && /^\/bot[^/]*\/getUpdates(\?|$)/i.test(path)
    const busyUntilMs = real.elapsedMs() + (isCall ? CALL_MS : ANSWER_MS)
    started++
    if (isCall) calls++
    open.set(request, { isPoll, busyUntilMs, turn: currentTurn(), hasEnded: false })
  }

  function answered(request: object) {
    const entry = open.get(request)
    if (entry) Object.assign(entry, { isPoll: false, busyUntilMs: real.elapsedMs() + BODY_MS })
  }

  function end(request: object) {
    const entry = open.get(request)
    if (!entry || entry.hasEnded) return
    beforeEnd()
    Object.assign(entry, { isPoll: false, busyUntilMs: 0, hasEnded: true })
    // Waits one turn, so that the program first reads the end of the answer and clears its timeout.
    real.setImmediate(() => {
      open.delete(request)
      onEnd()
    })
  }

  function on<Message>(channel: string, listener: (message: Message) => void) {
    const onMessage = (message: unknown) => listener(message as Message)
    subscribe(channel, onMessage)
    restoreWith(() => unsubscribe(channel, onMessage))
  }

  on<{ request: UndiciRequest }>('undici:request:create', ({ request }) =>
    begin(request, new URL(String(request.origin)).port, request.path),
  )
  on<{ request: object }>('undici:request:headers', ({ request }) => answered(request))
  on<{ request: object }>('undici:request:trailers', ({ request }) => end(request))
  on<{ request: object }>('undici:request:error', ({ request }) => end(request))
  on<{ socket: Socket }>('undici:client:connected', ({ socket }) => sockets.ignore(socket))
  on<{ request: ClientRequest }>('http.client.request.start', ({ request }) => {
    if (request.socket) sockets.ignore(request.socket)
    else request.once('socket', sockets.ignore)
    begin(request, /:(\d+)$/.exec(String(request.getHeader('host')))?.[1] ?? '', request.path)
    request.once('close', () => end(request))
  })
  on<{ request: ClientRequest; response: IncomingMessage }>('http.client.response.finish', ({ request }) =>
    answered(request),
  )

  const spawns = watchSpawns(on)

  return {
    polls: () => [...open.values()].filter(({ isPoll }) => isPoll).length,
    /** Returns true while an answer (except to a poll) is awaited, or a thread or child process starts or ends. */
    areUnderWay() {
      const nowMs = real.elapsedMs()
      if (sockets.areAwaitingAnswers() || spawns.areChanging()) return true
      return [...open.values()].some(({ isPoll, busyUntilMs }) => !isPoll && busyUntilMs > nowMs)
    },
    /** Stops watching a socket, so that its traffic does not count as work. */
    ignore: sockets.ignore,
    /** Returns a number that changes with each request, message to a thread, new thread and new child process. */
    started: () => started + spawns.count() + spawns.messages(),
    /** Returns a number that changes with each message to a thread or process, and each write to a socket or pipe. */
    sent: () => spawns.messages() + sockets.writes(),
    noteJoined: spawns.noteJoined,
    noteLeft: spawns.noteLeft,
    /** Returns the number of requests that were sent to the emulator, including answered ones. */
    calls: () => calls,
    isOpen: (turn: number) => [...open.values()].some((request) => request.turn === turn),
    /** Sets the functions that are called when a request ends: `before` at once, `after` in the next turn. */
    watchEnds(before: () => void, after: () => void) {
      beforeEnd = before
      onEnd = after
    },
  }
}
