// The journal of bot calls, as asked for.

import type { Call } from '../../event-log/entry.ts'
import { botNamed } from '../../messenger/users/named.ts'
import type { Read } from '../../messenger/world.ts'
import type { Query } from './query.ts'

export function viewCalls(read: Read, { after, bot, method, ok }: Query) {
  const id = bot === undefined ? undefined : botNamed(read, bot).id
  return read.log.calls
    .since(Number(after ?? 0) || 0)
    .filter((call) => id === undefined || call.bot === id)
    .filter((call) => method === undefined || call.method === method)
    .filter((call) => ok === undefined || String(call.status === 200) === ok)
    .map((call) => viewCall(read, call))
}

/** The answer as the bot got it. */
export interface CallBody {
  ok: boolean
  // biome-ignore lint/suspicious/noExplicitAny: whoever reads a result knows of which operation
  result?: any
  error_code?: number
  description?: string
  parameters?: { retry_after?: number }
}

export type CallView = ReturnType<typeof viewCall>

export function viewCall(read: Read, call: Call) {
  const { body, ...rest } = call
  return { ...rest, bot: callerOf(read, call), ok: call.status === 200, body: JSON.parse(body) as CallBody }
}

/** The handle of the bot that called, if the token was one. */
export function callerOf(read: Read, call: Call): string | null {
  return call.bot === null ? null : (read.store.users.byId(call.bot)?.handle ?? null)
}
