// The journal of bot calls, as asked for.

import type { Call, Journal } from '../../event-log/journal.ts'
import { botNamed } from '../../messenger/users/named.ts'
import type { World } from '../../messenger/world.ts'
import type { Query } from './query.ts'

export function viewCalls(world: World, journal: Journal, { after, bot, method, ok }: Query) {
  const id = bot === undefined ? undefined : botNamed(world, bot).id
  return journal
    .since(Number(after ?? 0) || 0)
    .filter((call) => id === undefined || call.bot === id)
    .filter((call) => method === undefined || call.method === method)
    .filter((call) => ok === undefined || String(call.status === 200) === ok)
    .map((call) => viewCall(world, call))
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

export function viewCall(world: World, call: Call) {
  const { body, ...rest } = call
  return { ...rest, bot: callerOf(world, call), ok: call.status === 200, body: JSON.parse(body) as CallBody }
}

/** The handle of the bot that called, if the token was one. */
export function callerOf(world: World, call: Call): string | null {
  return call.bot === null ? null : (world.store.users.byId(call.bot)?.handle ?? null)
}
