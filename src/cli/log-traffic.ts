// Writes down each call of a bot and each delivery to its webhook, as it comes.

import type { Emulator } from '../emulator.ts'
import type { Call } from '../journal.ts'
import type { EventView } from '../views/event.ts'

/** How each of them is written; nothing leaves it out. */
export interface Notation {
  call(call: Call): string | undefined
  delivery(delivery: EventView): string | undefined
}

export interface Log {
  /** Follows no further deliveries; before the emulator is closed, which is what they are looked up in. */
  leave(): void
  /** Writes what is still held back. */
  flush(): void
}

export function logTraffic(emulator: Emulator, notation: Notation, write: (lines: string) => void): Log {
  const { add, flush } = inOnePiece(write)
  const gone = new AbortController()
  emulator.journal.onCall((call) => add(notation.call(call)))
  void followDeliveries(emulator, gone.signal, (delivery) => add(notation.delivery(delivery)))
  return { leave: () => gone.abort(), flush }
}

async function followDeliveries(emulator: Emulator, signal: AbortSignal, tell: (delivery: EventView) => void) {
  for await (const event of emulator.feed({ type: 'delivery', after: '0' }, signal)) {
    if (event.type === 'delivery') tell(event)
  }
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
