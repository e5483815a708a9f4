// Logs calls, deliveries to webhooks, and the output of programs.

import type { Emulator } from '../../emulator.ts'
import type { Call, Recorded } from '../../service/event-log/entry.ts'

/** Returns the lines for an entry of the event log, or undefined if it is not shown. */
export type Notation = (entry: Recorded) => string | undefined

/** Returns true for a call with an empty list as its result. A bot that polls makes such calls all the time. */
export const isEmptyPoll = ({ body }: Call) => body === '{"ok":true,"result":[]}'

/** Writes lines in batches, because each write to a terminal blocks the process. */
export function logTraffic({ world: { log } }: Emulator, notation: Notation, write: (lines: string) => void) {
  let pending: Recorded[] = []

  function flush() {
    const lines = pending.map(notation).filter((line) => line !== undefined)
    pending = []
    if (lines.length) write(`${lines.join('\n')}\n`)
  }

  log.subscribe((entries) => {
    // Writes the lines two turns of the event loop later, so that the next delivery to the webhook is sent first.
    if (entries.length && !pending.length) setImmediate(() => setImmediate(flush))
    pending.push(...entries)
    if (log.ended()) flush()
  })
}
