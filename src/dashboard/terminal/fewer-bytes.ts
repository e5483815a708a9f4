// The same screen with fewer bytes: a style is written where something shows it, and long runs of spaces are passed over.

import {
  type AnsiCode,
  ansiCodesToString,
  diffAnsiCodes,
  reduceAnsiCodesIncremental,
  tokenize,
} from '@alcalzone/ansi-tokenize'

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
