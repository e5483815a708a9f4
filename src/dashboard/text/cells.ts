// Text that anybody may have written, made safe for a terminal, measured, cut and wrapped in its cells.

import cliTruncate from 'cli-truncate'
import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'

const segmenter = new Intl.Segmenter()

/** Characters that are the same on every terminal, one cell each: most of what is ever drawn. */
const PLAIN =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03c9\u0400-\u0481\u2018-\u201f\u2026\u2039\u203a\u2190-\u2193\u2500-\u259f\u25b8\u25be\u25cf]*$/
const CONTROL = /[\u0000-\u001f]/
/** What hides, turns the direction of writing, or fills a cell with nothing. */
const DECEIVING =
  /[\u007f-\u009f\u061c\u115f\u1160\u17b4\u17b5\u200e\u200f\u2028-\u202e\u2061-\u206f\u3164\uffa0\ufff0-\ufffb\u{e000}-\u{f8ff}\u{1d173}-\u{1d17a}\u{f0000}-\u{10ffff}]|\p{Surrogate}/u
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u
const MARK = /^\p{M}$/u
/** Takes a cell of its own, so that it can stand alone. */
const SPACING = /^\p{Mc}$/u
const LETTER = /^\p{L}$/u
/** Accents that can be heaped up without end, unlike the vowel signs of a script. */
const ACCENT = /^[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]$/u
/** Built at run time, as the compiler's target does not know sets of characters. */
const SETS = 'v'
const EMOJI = new RegExp('^\\p{RGI_Emoji}$', SETS)
/** Looked for first, as it is found faster than all emoji. */
const PICTURE = /[\u20e3\ufe0f]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u
const REGIONAL = /^[\u{1f1e6}-\u{1f1ff}]$/u
const SKIN_TONE = /^[\u{1f3fb}-\u{1f3ff}]$/u
const NON_JOINER = '\u200c'
/** Two signs in one, of which measuring sees the first alone. */
const SARA_AM: Readonly<Record<string, string>> = { '\u0e33': '\u0e4d\u0e32', '\u0eb3': '\u0ecd\u0eb2' }
const MAX_ACCENTS = 2
const MAX_MARKS = 8
const MAX_KEPT = 4096
const MAX_KEPT_LENGTH = 512

function graphemeShown(grapheme: string): string {
  if (PICTURE.test(grapheme) && EMOJI.test(grapheme)) return grapheme
  let shown = ''
  let marks = 0
  let accents = 0
  for (const point of grapheme) {
    if (CONTROL.test(point)) shown += point === '\t' ? ' ' : String.fromCodePoint(0x2400 + point.codePointAt(0)!)
    else if (DECEIVING.test(point)) shown += '\ufffd'
    else if (point === NON_JOINER) shown += marks > 0 && !shown.endsWith(NON_JOINER) ? point : ''
    else if (UNSEEN.test(point)) continue
    else if (REGIONAL.test(point)) shown += String.fromCodePoint(point.codePointAt(0)! - 0x1f1e6 + 0x41)
    else if (MARK.test(point)) {
      const isTooMany = ++marks > MAX_MARKS || (ACCENT.test(point) && ++accents > MAX_ACCENTS)
      if (!isTooMany && (shown !== '' || SPACING.test(point))) shown += point
    }
    // Consonants that are written as one take the cells of each on most terminals.
    else if (LETTER.test(point) && marks > 0 && !shown.endsWith(NON_JOINER) && !(point in SARA_AM))
      shown += NON_JOINER + point
    else if (!SKIN_TONE.test(point) || shown === '') shown += SARA_AM[point] ?? point
  }
  return shown
}

/** Frames say the same again and again: what was made safe once is remembered for a while. */
const kept = new Map<string, string>()

/** One line, safe to print as it is. */
export function safe(text: string): string {
  if (PLAIN.test(text)) return text
  const known = kept.get(text)
  if (known !== undefined) return known
  let shown = ''
  for (const { segment } of segmenter.segment(text.replace(/\r?\n/g, ' ').normalize('NFC')))
    shown += graphemeShown(segment)
  if (kept.size >= MAX_KEPT) kept.clear()
  if (text.length <= MAX_KEPT_LENGTH) kept.set(text, shown)
  return shown
}

const widths = new Map<string, number>()

export function width(text: string): number {
  const shown = safe(text)
  if (PLAIN.test(shown)) return shown.length
  const known = widths.get(shown)
  if (known !== undefined) return known
  const cells = stringWidth(shown)
  if (widths.size >= MAX_KEPT) widths.clear()
  if (shown.length <= MAX_KEPT_LENGTH) widths.set(shown, cells)
  return cells
}

/** One line of at most so many cells, with a mark where something was cut off. */
export function clip(text: string, room: number, more = '…', position: 'start' | 'end' = 'end'): string {
  const shown = safe(text)
  if (width(shown) <= room) return shown
  return room <= 0 ? '' : cliTruncate(shown, room, { truncationCharacter: more, position })
}

/** With spaces after it, up to so many cells. */
export const padded = (text: string, cells: number) => text + ' '.repeat(Math.max(0, cells - width(text)))

/** Lines of at most so many cells, broken between words where there are any. */
export function wrap(text: string, room: number): string[] {
  return text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .flatMap((line) => wrapLine(safe(line), Math.max(2, room)))
}

function wrapLine(line: string, room: number): string[] {
  if (width(line) <= room) return [line]
  const [first = '', ...rest] = wrapAnsi(line, room, { trim: false, hard: true }).split('\n')
  const lines = [first, ...rest.map((one) => one.replace(/^ /, ''))].map((one) => one.trimEnd())
  return lines.filter((one, i) => one !== '' || i === 0)
}
