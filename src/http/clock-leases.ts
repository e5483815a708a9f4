// Streams the clock to the processes that follow it, and receives their idle reports.

import type { Context } from 'koa'
import * as z from 'zod'
import type { IdleReport } from '../bot-clock/protocol.ts'
import type { Emulator } from '../emulator.ts'
import { Problem } from '../lib/problem.ts'

const HEARTBEAT_MS = 15_000

const count = z.int().min(0)
const followQuery = z.object({
  pid: z.coerce.number().pipe(count),
  runtime: z.string().max(100),
  skips: z.literal('true').optional(),
  runsAhead: z.literal('true').optional(),
})
const idleReport = z.object({
  lease: z.string(),
  ask: count,
  due_ms: z.number().nullable(),
  timers: count,
  polls: count,
  held: count,
  ran_to_ms: z.number().optional(),
}) satisfies z.ZodType<IdleReport>

/**
 * Streams each change of the clock to a process. The process counts as a follower of the clock until its connection
 * closes.
 */
export function streamClock(ctx: Context, { followers }: Emulator, query: unknown, closing: AbortSignal) {
  const { pid, runtime, skips, runsAhead } = parse(followQuery, query)
  const { res } = ctx
  ctx.respond = false
  res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' })
  const end = followers.add(
    { pid, runtime, skips: skips !== undefined, runsAhead: runsAhead !== undefined },
    (message) => {
      res.write(`data: ${JSON.stringify(message)}\n\n`)
    },
  )
  const heartbeat = setInterval(() => res.write(':\n\n'), HEARTBEAT_MS)
  const close = () => res.end()
  closing.addEventListener('abort', close)
  res.once('close', () => {
    clearInterval(heartbeat)
    closing.removeEventListener('abort', close)
    end()
  })
}

export const receiveReport = ({ followers }: Emulator, body: unknown) => followers.report(parse(idleReport, body))

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const names = Object.keys((schema as unknown as z.ZodObject).shape).join(', ')
  throw new Problem('invalid-params', 'A parameter of the follower is missing or wrong.', `Send ${names}.`)
}
