// Streams the clock to the processes that follow it, and receives their idle reports.

import type { Context } from 'koa'
import { followQuery, idleReport } from '../control/contract/clock-lease.ts'
import type { Emulator } from '../emulator.ts'
import { parseRequest } from '../lib/problem.ts'
import { beginEventStream } from './event-streams.ts'

/** The maximum number of unread bytes in a stream. A process that leaves more unread loses its lease. */
const MAX_UNREAD_BYTES = 1024 * 1024

/** Sends clock changes to a process, which counts as a follower of the clock until its connection closes. */
export function streamClock(ctx: Context, { followers }: Emulator, query: unknown, closing: AbortSignal) {
  const follower = parseRequest('/clock/follow', followQuery, query)
  const { res } = ctx
  const end = followers.add(follower, (message) => {
    if (res.writableEnded) return
    if (!res.headersSent) beginEventStream(res)
    if (res.writableLength > MAX_UNREAD_BYTES) res.destroy()
    else res.write(`data: ${JSON.stringify(message)}\n\n`)
  })
  ctx.respond = false
  const close = () => res.end()
  closing.addEventListener('abort', close)
  res.once('close', () => {
    closing.removeEventListener('abort', close)
    end()
  })
}

export function receiveReport({ followers }: Emulator, body: unknown) {
  followers.report(parseRequest('/clock/report', idleReport, body))
  return true
}
