// What of a call is not as expected, if anything.

import type { Wanted } from '../../contract/expectation.ts'
import type { Call } from '../../event-log/entry.ts'
import { type Comparison, compare } from '../../lib/compare/difference.ts'
import { findUser } from '../../messenger/users/named.ts'
import { sameOne } from '../../messenger/users/same-one.ts'
import type { Read } from '../../messenger/world.ts'
import type { WaitSources } from './expectation.ts'

export const candidates = ({ world }: WaitSources, wanted: Wanted) =>
  world.log.calls.since(wanted.after).filter((call) => isCandidate(world, wanted, call))

/** The bot is looked up each time: the world may have been put in place of another meanwhile. */
export const isCandidate = (read: Read, { bot, after, except }: Wanted, call: Call) =>
  call.id > after && !except.includes(call.id) && (bot === undefined || call.bot === findUser(read, bot)?.id)

export function isExpected(read: Read, wanted: Wanted, call: Call): boolean {
  return call.method === wanted.call && !judge(read, wanted, call).difference
}

export function judge(read: Read, wanted: Wanted, call: Call): Comparison {
  const { result, error } = wanted
  const body = result === undefined && error === undefined ? {} : (JSON.parse(call.body) as Body)
  const expected = {
    call: wanted.call,
    ...(error === undefined && { ok: wanted.ok }),
    with: wanted.with,
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
  }
  const actual = {
    call: call.method,
    ok: call.status === 200,
    with: call.params,
    result: body.result,
    error: body.description,
  }
  return compare(expected, actual, sameOne(read))
}

interface Body {
  result?: unknown
  description?: string
}
