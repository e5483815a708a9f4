// The terminal as Ink writes to it: columns are kept steady, and a terminal that is not read holds nobody up.

import type { WriteStream } from 'node:tty'
import { fewerBytes } from './fewer-bytes.ts'
import { steadyColumns } from './steady-columns.ts'

/** More than a few frames that nobody has taken. */
const MAX_UNREAD_BYTES = 500_000

export interface ScreenStream {
  stream: WriteStream
  /** Whether frames pile up because the terminal does not take them. */
  isStuck(): boolean
}

/** Ink draws from where the cursor is, which may be behind what somebody has typed meanwhile. */
const OTHER_SCREEN = '\u001b[?1049h'
const HOME = '\u001b[H'

export function screenStream(stdout: WriteStream): ScreenStream {
  const columns = steadyColumns()
  const blanks = fewerBytes()
  const steady = (text: string) => blanks(columns(text.replace(OTHER_SCREEN, OTHER_SCREEN + HOME)))
  const write = (text: string | Uint8Array, ...rest: []) =>
    stdout.write(typeof text === 'string' ? steady(text) : text, ...rest)
  const stream = new Proxy(stdout, {
    get(target, name) {
      if (name === 'write') return write
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { stream, isStuck: () => stdout.writableLength > MAX_UNREAD_BYTES }
}
