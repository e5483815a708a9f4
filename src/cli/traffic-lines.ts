// Calls and deliveries as lines for people.

import { callerOf } from '../control-api/views/calls.ts'
import type { Emulator } from '../emulator.ts'
import { isEmptyPoll } from './empty-poll.ts'
import { tame } from './lines.ts'
import type { Notation } from './log-traffic.ts'

export const linesFor = ({ world }: Emulator): Notation => ({
  call(call) {
    if (isEmptyPoll(call)) return undefined
    const { at, method, status, duration_ms, why, rule } = call
    const cause = why === undefined ? [] : [why, ...(rule === undefined ? [] : [rule])]
    return line(at, callerOf(world, call), method, String(status), took(duration_ms), ...cause)
  },
  /** Of the address only the host: many a path holds a secret. */
  delivery({ at, bot, url, attempt, status, error, update, duration_ms }) {
    const outcome = status === null ? String(error) : String(status)
    const again = attempt === 1 ? '' : `, attempt ${attempt}`
    const { host } = new URL(url)
    const handle = world.store.users.byId(bot)?.handle ?? null
    return line(at, handle, `webhook ${host}`, outcome, took(duration_ms), `update ${update.update_id}${again}`)
  },
})

const line = (at: number, bot: string | null, ...rest: string[]) =>
  tame([new Date(at * 1000).toISOString().slice(11, 19), bot ?? '?', ...rest].join('  '))

const took = (ms: number) => `${ms.toFixed(1)} ms`
