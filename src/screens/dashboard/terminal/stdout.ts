// Ink's output: columns that stay aligned after emoji, ASCII, and a terminal that stops reading.

import type { WriteStream } from 'node:tty'
import stringWidth from 'string-width'

const segmenter = new Intl.Segmenter()
const TEXT_OR_SEQUENCE =
  /\u001b\[[\d;?<>=]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[^[\]]|[\r\n]|[^\u001b\r\n]+/g
const UNSURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{M}|\p{Default_Ignorable_Code_Point}/u

/** Sets the cursor's column after emoji and combining marks, because terminals disagree about their widths. */
export function steadyColumns(): (written: string) => string {
  let column = 0
  const move = (sequence: string) => {
    const [, args = '', final] = /^\u001b\[([\d;]*)(.)$/.exec(sequence) ?? []
    if (final === 'G') column = Number(args || 1) - 1
    else if (final === 'H') column = Number(args.split(';')[1] || 1) - 1
    else if (final === 'E' || final === 'F') column = 0
    return sequence
  }
  const print = (text: string) => {
    if (!UNSURE.test(text)) {
      column += stringWidth(text)
      return text
    }
    let printed = ''
    for (const { segment } of segmenter.segment(text)) {
      column += stringWidth(segment)
      printed += UNSURE.test(segment) ? `${segment}\u001b[${column + 1}G` : segment
    }
    return printed
  }
  return (written) =>
    written.replace(TEXT_OR_SEQUENCE, (part) => {
      if (part === '\n' || part === '\r') {
        column = 0
        return part
      }
      return part.startsWith('\u001b') ? move(part) : print(part)
    })
}

/** If more bytes than this are unread, the terminal counts as stuck. It is the size of several frames. */
const MAX_UNREAD_BYTES = 500_000

/** Ink draws from the cursor, which typed text may have moved before the first frame. */
const ALTERNATE_SCREEN = '\u001b[?1049h'
const HOME = '\u001b[H'

/** `isStuck` returns true if the terminal has stopped reading, so that frames pile up. */
export function screenStream(stdout: WriteStream, isAscii: boolean) {
  const steady = steadyColumns()
  const filter = (text: string) => {
    const ascii = isAscii ? text.replaceAll('…', '~') : text
    return steady(ascii.replace(ALTERNATE_SCREEN, ALTERNATE_SCREEN + HOME))
  }
  const write = (text: string | Uint8Array, ...rest: []) =>
    stdout.write(typeof text === 'string' ? filter(text) : text, ...rest)
  const stream = new Proxy(stdout, {
    get(target, name) {
      if (name === 'write') return write
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { stream, isStuck: () => stdout.writableLength > MAX_UNREAD_BYTES }
}

/** Makes writes asynchronous. A synchronous write would block the process while the terminal does not read. */
export function unblock(stream: object) {
  const { _handle: handle } = stream as { _handle?: { setBlocking?(isBlocking: boolean): void } }
  handle?.setBlocking?.(false)
}
