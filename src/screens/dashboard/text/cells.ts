// Makes untrusted text safe for a terminal; measures, truncates and wraps it.

import cliTruncate from 'cli-truncate'
import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'

const segmenter = new Intl.Segmenter()

/** Matches texts with one cell per character on every terminal, which need no sanitizing or measuring. */
const PLAIN =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03c9\u0400-\u0481\u2018-\u201f\u2026\u2039\u203a\u2190-\u2193\u2500-\u259f\u25b8\u25be\u25cf]*$/
const CONTROL = /[\u0000-\u001f]/
/** Matches characters that are invisible, look blank, or reverse the direction of writing. */
const DECEIVING =
  /[\u007f-\u009f\u061c\u115f\u1160\u17b4\u17b5\u200e\u200f\u2028-\u202e\u2061-\u206f\u3164\uffa0\ufff0-\ufffb\u{e000}-\u{f8ff}\u{1d173}-\u{1d17a}\u{f0000}-\u{10ffff}]|\p{Surrogate}/u
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u
/** The flag `v` is passed as a string, because the compiler's target does not allow it in a literal. */
const SETS = 'v'
const EMOJI = new RegExp('^\\p{RGI_Emoji}$', SETS)
/** A fast test that runs before the slower test EMOJI. Every emoji matches it. */
const PICTURE = /[\u20e3\ufe0f]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u
const MAX_CACHED = 4096
const MAX_CACHED_LENGTH = 512

function sanitizeGrapheme(grapheme: string): string {
  if (PICTURE.test(grapheme) && EMOJI.test(grapheme)) return grapheme
  let safe = ''
  for (const point of grapheme) {
    if (CONTROL.test(point)) safe += point === '\t' ? ' ' : String.fromCodePoint(0x2400 + point.codePointAt(0)!)
    else if (DECEIVING.test(point)) safe += '\ufffd'
    else if (!UNSEEN.test(point)) safe += point
  }
  return safe
}

/** Keeps the results for short texts, because most texts appear in many frames. */
function cacheByText<Result>(compute: (text: string) => Result) {
  const results = new Map<string, Result>()
  return (text: string): Result => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = compute(text)
    if (results.size >= MAX_CACHED) results.clear()
    if (text.length <= MAX_CACHED_LENGTH) results.set(text, result)
    return result
  }
}

const sanitizeGraphemes = cacheByText((text) => {
  const segments = segmenter.segment(text.replace(/\r?\n/g, ' ').normalize('NFC'))
  return Array.from(segments, ({ segment }) => sanitizeGrapheme(segment)).join('')
})

export const sanitizeLine = (text: string): string => (PLAIN.test(text) ? text : sanitizeGraphemes(text))

const measure = cacheByText((text) => stringWidth(text))

export function width(text: string): number {
  const safe = sanitizeLine(text)
  return PLAIN.test(safe) ? safe.length : measure(safe)
}

export function truncate(text: string, room: number, more = '…', position: 'start' | 'end' = 'end'): string {
  const safe = sanitizeLine(text)
  if (width(safe) <= room) return safe
  return room <= 0 ? '' : cliTruncate(safe, room, { truncationCharacter: more, position })
}

export function wrap(text: string, room: number): string[] {
  return text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .flatMap((line) => wrapLine(sanitizeLine(line), Math.max(2, room)))
}

function wrapLine(line: string, room: number): string[] {
  if (width(line) <= room) return [line]
  const [first = '', ...rest] = wrapAnsi(line, room, { trim: false, hard: true }).split('\n')
  const lines = [first, ...rest.map((one) => one.replace(/^ /, ''))].map((one) => one.trimEnd())
  return lines.filter((one, i) => one !== '' || i === 0)
}
