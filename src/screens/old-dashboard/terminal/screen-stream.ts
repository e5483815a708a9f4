// Filters Ink's output: keeps columns aligned, saves bytes, detects a terminal that stops reading.

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

const PART =
  /(\u001b\[[\d;]*m)|(\u001b(?:\[[\d;?<>=]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[^[\]]))|( +)|[^\u001b ]+/g

/**
 * The minimum length of a run of spaces that is replaced by two escape sequences, which erase the cells and move the
 * cursor. The sequences take at most 12 characters.
 */
const MIN_RUN = 13

/** The codes that end a style which is visible even on a space: underline, inverse, strikethrough, background. */
const VISIBLE_ON_SPACE = new Set([24, 27, 29, 49].map((end) => `\u001b[${end}m`))
const isVisibleOnSpace = ({ endCode }: AnsiCode) => VISIBLE_ON_SPACE.has(endCode)

/** The maximum number of styles whose parsed codes are cached. Frames repeat the same styles. */
const MAX_PARSED_STYLES = 1000
const parsedStyles = new Map<string, AnsiCode[]>()

function codesIn(style: string): AnsiCode[] {
  const codes = parsedStyles.get(style) ?? tokenize(style).filter((token) => token.type === 'ansi')
  if (parsedStyles.size >= MAX_PARSED_STYLES) parsedStyles.clear()
  parsedStyles.set(style, codes)
  return codes
}

/** Drops redundant style codes and shortens runs of spaces. It remembers the style from one write to the next. */
export function fewerBytes(): (written: string) => string {
  let wantedStyle: AnsiCode[] = []
  let currentStyle: AnsiCode[] = []

  function restyle(): string {
    if (wantedStyle === currentStyle) return ''
    const codes = ansiCodesToString(diffAnsiCodes(currentStyle, wantedStyle))
    currentStyle = wantedStyle
    return codes
  }

  const isPlain = () => !wantedStyle.some(isVisibleOnSpace) && !currentStyle.some(isVisibleOnSpace)

  return (written) => {
    const text = written.replace(PART, (part, style?: string, sequence?: string, spaces?: string) => {
      if (style !== undefined) {
        wantedStyle = reduceAnsiCodesIncremental(wantedStyle, codesIn(style))
        return ''
      }
      if ((spaces === undefined && sequence === undefined) || !isPlain()) return restyle() + part
      return spaces !== undefined && part.length >= MIN_RUN ? `\u001b[${part.length}X\u001b[${part.length}C` : part
    })
    return text + restyle()
  }
}

/** If more bytes than this are unread, the terminal counts as stuck. It is the size of several frames. */
const MAX_UNREAD_BYTES = 500_000

/**
 * The sequence that switches to the alternate screen. `HOME` is written after it, because Ink draws from the cursor,
 * which typed text may have moved.
 */
const ALTERNATE_SCREEN = '\u001b[?1049h'
const HOME = '\u001b[H'

/** `isStuck` returns true if the terminal has stopped reading, so that frames pile up. */
export function screenStream(stdout: WriteStream) {
  const columns = steadyColumns()
  const blanks = fewerBytes()
  const steady = (text: string) => blanks(columns(text.replace(ALTERNATE_SCREEN, ALTERNATE_SCREEN + HOME)))
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
