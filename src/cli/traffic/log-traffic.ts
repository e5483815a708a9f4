// Writes down each call of a bot and each delivery to its webhook, as it comes.

import type { Emulator } from '../../emulator.ts'
import type { Call, Delivery, Recorded } from '../../event-log/entry.ts'

/** How each of them is written; nothing leaves it out. */
export interface Notation {
  call(call: Call): string | undefined
  delivery(delivery: Delivery): string
  /** What is to be said where the clock has been moved, frozen or resumed. */
  clock?(): string | undefined
}

/** One that brought nothing, as a bot makes all the time. */
export const isEmptyPoll = ({ body }: Call) => body === '{"ok":true,"result":[]}'

/** In one piece for all that a moment brings, since a write to a terminal or a file stops the whole process. */
export function logTraffic({ world: { log } }: Emulator, notation: Notation, write: (lines: string) => void) {
  let waiting: Recorded[] = []

  function flush() {
    const lines = waiting.map((entry) => lineOf(notation, entry)).filter((line) => line !== undefined)
    waiting = []
    if (lines.length) write(`${lines.join('\n')}\n`)
  }

  log.subscribe((entries) => {
    const traffic = entries.filter(({ type }) => type === 'call' || type === 'delivery' || type === 'clock')
    // Two turns later a webhook's next delivery is under way: nobody waits for a line to be written.
    if (traffic.length && !waiting.length) setImmediate(() => setImmediate(flush))
    waiting.push(...traffic)
    if (log.ended()) flush()
  })
}

function lineOf(notation: Notation, entry: Recorded): string | undefined {
  if (entry.type === 'call') return notation.call(entry.call)
  if (entry.type === 'clock') return notation.clock?.()
  return entry.type === 'delivery' ? notation.delivery(entry.delivery) : undefined
}
