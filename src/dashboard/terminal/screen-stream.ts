// The terminal as Ink writes to it: steady columns, fewer bytes, no waiting.

import type { WriteStream } from 'node:tty'
import {
  type AnsiCode,
  ansiCodesToString,
  diffAnsiCodes,
  reduceAnsiCodesIncremental,
  tokenize,
} from '@alcalzone/ansi-tokenize'
import stringWidth from 'string-width'

const segmenter = new Intl.Segmenter()
const TEXT_OR_SEQUENCE =
  /\u001b\[[\d;?<>=]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[^[\]]|[\r\n]|[^\u001b\r\n]+/g
const UNSURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{M}|[\u200c\u200d]/u

/**
 * Writes out the column after each joined emoji and vowel sign: terminals disagree about their cells.
 * The edge of a pane is then in the same column on all of them.
 */
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

const PART =
  /(\u001b\[[\d;]*m)|(\u001b(?:\[[\d;?<>=]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[^[\]]))|( +)|[^\u001b ]+/g

/** Shorter ones take no more bytes than the two sequences. */
const SHORTEST_RUN = 13

/** How those end that a space shows, too: underlined, inverse, struck through, on a colour. */
const SHOWN = new Set([24, 27, 29, 49].map((end) => `\u001b[${end}m`))
const isShown = ({ endCode }: AnsiCode) => SHOWN.has(endCode)

/** The same few styles come again and again. */
const MAX_KEPT = 1000
const kept = new Map<string, AnsiCode[]>()

function codesIn(style: string): AnsiCode[] {
  const codes = kept.get(style) ?? tokenize(style).filter((token) => token.type === 'ansi')
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(style, codes)
  return codes
}

/** Takes what is written piece by piece, and keeps the style from one to the next. */
export function fewerBytes(): (written: string) => string {
  let wanted: AnsiCode[] = []
  let current: AnsiCode[] = []

  /** What makes the terminal's style the one that is wanted. */
  function restyle(): string {
    if (wanted === current) return ''
    const codes = ansiCodesToString(diffAnsiCodes(current, wanted))
    current = wanted
    return codes
  }

  const isPlain = () => !wanted.some(isShown) && !current.some(isShown)

  return (written) => {
    const text = written.replace(PART, (part, style?: string, sequence?: string, spaces?: string) => {
      if (style !== undefined) {
        wanted = reduceAnsiCodesIncremental(wanted, codesIn(style))
        return ''
      }
      if ((spaces === undefined && sequence === undefined) || !isPlain()) return restyle() + part
      return spaces !== undefined && part.length >= SHORTEST_RUN ? `\u001b[${part.length}X\u001b[${part.length}C` : part
    })
    return text + restyle()
  }
}

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
