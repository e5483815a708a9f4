// Logs calls, deliveries to webhooks, and the output of programs.

import type { Emulator } from '../../emulator.ts'
import type { Call, Delivery, Recorded, RecordedOf } from '../../service/event-log/entry.ts'

export interface Notation {
  call(call: Call): string | undefined
  delivery(delivery: Delivery): string
  program(entry: RecordedOf<'program'>): string
  /** Returns the lines to print after the clock was moved, frozen or resumed. */
  clock?(): string | undefined
}

/** Returns true for a call with an empty list as its result. A bot that polls makes such calls all the time. */
export const isEmptyPoll = ({ body }: Call) => body === '{"ok":true,"result":[]}'

/** Writes lines in batches, because each write to a terminal blocks the process. */
export function logTraffic({ world: { log } }: Emulator, notation: Notation, write: (lines: string) => void) {
  let pending: Recorded[] = []

  function flush() {
    const lines = pending.map((entry) => lineOf(notation, entry)).filter((line) => line !== undefined)
    pending = []
    if (lines.length) write(`${lines.join('\n')}\n`)
  }

  log.subscribe((entries) => {
    const traffic = entries.filter(({ type }) => LOGGED.has(type))
    // Writes the lines two turns of the event loop later, so that the next delivery to the webhook is sent first.
    if (traffic.length && !pending.length) setImmediate(() => setImmediate(flush))
    pending.push(...traffic)
    if (log.ended()) flush()
  })
}

const LOGGED: ReadonlySet<Recorded['type']> = new Set(['call', 'delivery', 'program', 'clock'])

function lineOf(notation: Notation, entry: Recorded): string | undefined {
  if (entry.type === 'call') return notation.call(entry.call)
  if (entry.type === 'program') return notation.program(entry)
  if (entry.type === 'clock') return notation.clock?.()
  return entry.type === 'delivery' ? notation.delivery(entry.delivery) : undefined
}
