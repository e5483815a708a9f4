// Watches the HTTP requests that this process sends, and counts those under way.

import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { real } from './real-functions.ts'
import { currentTurn } from './turns.ts'

/** The time after which an open request, such as a stream of another service, no longer makes the process busy. */
const FOREGROUND_MS = 1000
/** The time for which an answered request makes the process busy. It is limited, as a program may not read the body. */
const BODY_MS = 50

interface UndiciRequest {
  origin?: string | URL
  path?: string
}

export type Requests = ReturnType<typeof watchRequests>

export function watchRequests(emulator: URL) {
  const open = new Map<object, { isPoll: boolean; foregroundUntil: number; turn: number }>()
  /** The number of open requests, by the turn of the event loop in which they began. */
  const openTurns = new Map<number, number>()
  let started = 0
  let beforeEnd = () => {}
  let onEnd = () => {}

  function begin(request: object, port: string, path = '') {
    if (port === emulator.port && path.startsWith('/_emulator/clock/')) return
    const isPoll = port === emulator.port && /^\/bot[^/]*\/getUpdates(\?|$)/i.test(path)
    started++
    const turn = currentTurn()
    openTurns.set(turn, (openTurns.get(turn) ?? 0) + 1)
    open.set(request, { isPoll, foregroundUntil: real.elapsedMs() + FOREGROUND_MS, turn })
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

  const on = <Message>(channel: string, listener: (message: Message) => void) =>
    subscribe(channel, (message) => listener(message as Message))

  on<{ request: UndiciRequest }>('undici:request:create', ({ request }) =>
    begin(request, new URL(String(request.origin)).port, request.path),
  )
  on<{ request: object }>('undici:request:headers', ({ request }) => answered(request))
  on<{ request: object }>('undici:request:trailers', ({ request }) => end(request))
  on<{ request: object }>('undici:request:error', ({ request }) => end(request))
  on<{ request: ClientRequest }>('http.client.request.start', ({ request }) => {
    begin(request, /:(\d+)$/.exec(String(request.getHeader('host')))?.[1] ?? '', request.path)
    request.once('close', () => end(request))
  })
  on<{ request: ClientRequest; response: IncomingMessage }>('http.client.response.finish', ({ request }) =>
    answered(request),
  )

  return {
    polls: () => [...open.values()].filter(({ isPoll }) => isPoll).length,
    /** Returns true if a request other than a getUpdates poll still makes the process busy. */
    areUnderWay() {
      const now = real.elapsedMs()
      return [...open.values()].some(({ isPoll, foregroundUntil }) => !isPoll && foregroundUntil > now)
    },
    started: () => started,
    isOpen: (turn: number) => openTurns.has(turn),
    /** Sets the functions that are called before and after the end of each request. */
    watchEnds(before: () => void, after: () => void) {
      beforeEnd = before
      onEnd = after
    },
  }
}
