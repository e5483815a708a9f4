// Writes a line for each call of a bot: for people to stderr, for machines to stdout.

import type { Emulator } from '../emulator.ts'
import type { Call } from '../journal.ts'
import { callerOf, viewCall } from '../views/calls.ts'

const EMPTY_POLL = '{"ok":true,"result":[]}'

export function logCalls({ journal, world }: Emulator, json: boolean) {
  const write = inOnePiece(json ? process.stdout : process.stderr)
  journal.onCall((call) => {
    if (call.body === EMPTY_POLL) return
    write(json ? JSON.stringify({ event: 'call', ...viewCall(world, call) }) : line(call, callerOf(world, call)))
  })
}

/** A write to a terminal or a file stops the whole process: one for all lines of a moment is enough. */
function inOnePiece(stream: NodeJS.WritableStream): (line: string) => void {
  let lines = ''
  return (line) => {
    if (!lines) {
      setImmediate(() => {
        stream.write(lines)
        lines = ''
      })
    }
    lines += `${line}\n`
  }
}

function line({ at, method, status, duration_ms, why, rule }: Call, bot: string | null): string {
  const time = new Date(at * 1000).toISOString().slice(11, 19)
  const cause = why === undefined ? '' : `  ${why}${rule === undefined ? '' : `  ${rule}`}`
  return `${time}  ${bot ?? '?'}  ${method}  ${status}  ${duration_ms.toFixed(1)} ms${cause}`
}
