// Watches the requests, threads and child processes that this thread starts.

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { restoreWith } from './overwrite.ts'
import { real } from './real-functions.ts'
import { watchMessages } from './shared-memory.ts'
import { ANSWER_MS, watchSockets } from './sockets.ts'
import { watchSpawns } from './spawns.ts'
import { currentTurn } from './turns.ts'

/**
 * The longest real time for which a request keeps the process busy after its answer has begun to arrive. Without a
 * limit, a program that never reads the body would stay busy.
 */
const BODY_MS = 50

interface UndiciRequest {
  origin?: string | URL
  path?: string
}

export type Requests = ReturnType<typeof watchRequests>

export function watchRequests(emulator: URL) {
  const open = new Map<object, { isPoll: boolean; foregroundUntil: number; turn: number }>()
  /** Maps a turn of the event loop to the number of open requests that began in it. */
  const openTurns = new Map<number, number>()
  const sockets = watchSockets()
  let started = 0
  let calls = 0
  let beforeEnd = () => {}
  let onEnd = () => {}

  function begin(request: object, port: string, path = '') {
    const isPoll = port === emulator.port && /^\/bot[^/]*\/getUpdates(\?|$)/i.test(path)
    started++
    if (port === emulator.port) calls++
    const turn = currentTurn()
    openTurns.set(turn, (openTurns.get(turn) ?? 0) + 1)
    open.set(request, { isPoll, foregroundUntil: real.elapsedMs() + ANSWER_MS, turn })
  }

  function answered(request: object) {
    const entry = open.get(request)
    if (entry) open.set(request, { ...entry, isPoll: false, foregroundUntil: real.elapsedMs() + BODY_MS })
  }

  function end(request: object) {
    const entry = open.get(request)
    if (!entry || !open.delete(request)) return
    beforeEnd()
    // Waits one turn, so that the program first reads the end of the answer and clears its timeout.
    real.setImmediate(() => {
      const count = (openTurns.get(entry.turn) ?? 1) - 1
      if (count) openTurns.set(entry.turn, count)
      else openTurns.delete(entry.turn)
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
  const messages = watchMessages(on)

  return {
    polls: () => [...open.values()].filter(({ isPoll }) => isPoll).length,
    /** Returns true while an answer (except to a poll) is awaited, or a thread or child process starts or ends. */
    areUnderWay() {
      const now = real.elapsedMs()
      if (sockets.areAwaitingAnswers() || spawns.areChanging()) return true
      return [...open.values()].some(({ isPoll, foregroundUntil }) => !isPoll && foregroundUntil > now)
    },
    /** Stops watching a socket, so that its traffic does not count as work. */
    ignore: sockets.ignore,
    /** Returns a number that changes with each request, message to a thread, new thread and new child process. */
    started: () => started + spawns.count() + messages(),
    /** Returns a number that changes with each message to a thread or process, and each write to a socket or pipe. */
    sent: () => messages() + sockets.writes(),
    onJoined: spawns.onJoined,
    onLeft: spawns.onLeft,
    /** Returns the number of requests that were sent to the emulator, including answered ones. */
    calls: () => calls,
    isOpen: (turn: number) => openTurns.has(turn),
    /** Sets the functions that are called when a request ends: `before` at once, `after` in the next turn. */
    watchEnds(before: () => void, after: () => void) {
      beforeEnd = before
      onEnd = after
    },
  }
}
