// Writes a line for each call of a bot: for people to stderr, for machines to stdout.

import type { Emulator } from '../emulator.ts'
import type { Call } from '../journal.ts'
import { viewCall } from '../views/calls.ts'

const EMPTY_POLL = '{"ok":true,"result":[]}'

export function logCalls({ journal, world }: Emulator, json: boolean) {
  journal.onCall((call) => {
    if (call.body === EMPTY_POLL) return
    const seen = viewCall(world, call)
    if (json) process.stdout.write(`${JSON.stringify({ event: 'call', ...seen })}\n`)
    else process.stderr.write(`${line(call, seen.bot)}\n`)
  })
}

function line({ at, method, status, duration_ms, why, rule }: Call, bot: string | null): string {
  const time = new Date(at * 1000).toISOString().slice(11, 19)
  const cause = why === undefined ? '' : `  ${why}  ${rule}`
  return `${time}  ${bot ?? '?'}  ${method}  ${status}  ${duration_ms.toFixed(1)} ms${cause}`
}
