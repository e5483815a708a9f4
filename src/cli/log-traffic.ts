// Writes down each call of a bot and each delivery to its webhook, as it comes.

import type { Emulator } from '../emulator.ts'
import type { Call } from '../event-log/journal.ts'
import type { Made } from '../messenger/webhooks/delivery.ts'

/** How each of them is written; nothing leaves it out. */
export interface Notation {
  call(call: Call): string | undefined
  delivery(made: Made): string
}

export interface Log {
  /** Writes what is still held back. */
  flush(): void
}

export function logTraffic(emulator: Emulator, notation: Notation, write: (lines: string) => void): Log {
  const { add, flush } = inOnePiece(write)
  emulator.journal.onCall((call) => add(notation.call(call)))
  emulator.onDelivery((made) => add(notation.delivery(made)))
  return { flush }
}

/** A write to a terminal or a file stops the whole process: one for all lines of a moment is enough. */
function inOnePiece(write: (lines: string) => void) {
  let lines = ''
  function flush() {
    if (lines) write(lines)
    lines = ''
  }
  return {
    add(line: string | undefined) {
      if (line === undefined) return
      if (!lines) setImmediate(flush)
      lines += `${line}\n`
    },
    flush,
  }
}
