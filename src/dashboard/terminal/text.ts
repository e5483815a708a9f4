// Text that anybody may have written, made safe for a terminal and measured in its cells.

import stringWidth from 'string-width'

const segmenter = new Intl.Segmenter()

/** Characters that are the same on every terminal, one cell each: most of what is ever drawn. */
const PLAIN =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03c9\u0400-\u0481\u2018-\u201f\u2026\u2039\u203a\u2190-\u2193\u2500-\u259f\u25cf]*$/
const CONTROL = /[\u0000-\u001f]/
/** What hides, turns the direction of writing, or fills a cell with nothing. */
const DECEIVING =
  /[\u007f-\u009f\u061c\u115f\u1160\u17b4\u17b5\u200e\u200f\u2028-\u202e\u2061-\u206f\u3164\uffa0\ufff0-\ufffb\u{e000}-\u{f8ff}\u{1d173}-\u{1d17a}\u{f0000}-\u{10ffff}]|\p{Surrogate}/u
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u
const MARK = /^\p{M}$/u
const PICTURE = /^\p{Extended_Pictographic}$/u
const REGIONAL = /^[\u{1f1e6}-\u{1f1ff}]$/u
const SKIN_TONE = /^[\u{1f3fb}-\u{1f3ff}]$/u
const MAX_MARKS = 2
const KEPT_MEASURES = 4096
const LONGEST_KEPT = 512

export interface Cell {
  text: string
  width: number
}

const measures = new Map<string, Cell>()

/** The cells of one line of text; terminals disagree about joined emoji, so a sequence shows as its first picture. */
export function cells(text: string): Cell[] {
  if (PLAIN.test(text)) return [...text].map((char) => ({ text: char, width: 1 }))
  const made: Cell[] = []
  for (const { segment } of segmenter.segment(text.replace(/\r?\n/g, ' ').normalize('NFC'))) {
    const cell = cellOf(segment)
    if (cell.width > 0) made.push(cell)
  }
  return made
}

function cellOf(grapheme: string): Cell {
  const known = measures.get(grapheme)
  if (known) return known
  if (measures.size >= KEPT_MEASURES) measures.clear()
  const text = shownAs(grapheme)
  const cell = { text, width: stringWidth(text) }
  if (grapheme.length <= 16) measures.set(grapheme, cell)
  return cell
}

function shownAs(grapheme: string): string {
  let shown = ''
  let marks = 0
  for (const point of grapheme) {
    if (CONTROL.test(point)) shown += point === '\t' ? ' ' : String.fromCodePoint(0x2400 + point.codePointAt(0)!)
    else if (DECEIVING.test(point)) shown += '\ufffd'
    else if (UNSEEN.test(point)) continue
    else if (REGIONAL.test(point)) shown += String.fromCodePoint(point.codePointAt(0)! - 0x1f1e6 + 0x41)
    else if (PICTURE.test(point)) return shown + point
    else if (MARK.test(point)) shown += shown === '' || ++marks > MAX_MARKS ? '' : point
    else if (!SKIN_TONE.test(point)) shown += point
  }
  return shown
}

export const width = (text: string): number => (PLAIN.test(text) ? text.length : lineOf(text).width)

/** One line, safe to print as it is. */
export const safe = (text: string): string => (PLAIN.test(text) ? text : lineOf(text).text)

/** Frames say the same again and again: what was measured once is remembered for a while. */
const lines = new Map<string, Cell>()

function lineOf(text: string): Cell {
  const known = lines.get(text)
  if (known) return known
  const line = { text: '', width: 0 }
  for (const cell of cells(text)) {
    line.text += cell.text
    line.width += cell.width
  }
  if (lines.size >= KEPT_MEASURES) lines.clear()
  if (text.length <= LONGEST_KEPT) lines.set(text, line)
  return line
}

/** One line of at most so many cells, with a mark where something was cut off. */
export function clip(text: string, room: number, more = '…'): string {
  const clean = safe(text)
  if (width(clean) <= room) return clean
  if (room <= 0) return ''
  let used = 0
  let kept = ''
  for (const cell of cells(clean)) {
    if (used + cell.width > room - 1) break
    kept += cell.text
    used += cell.width
  }
  return kept + more
}

/** Lines of at most so many cells, broken between words where there are any. */
export function wrap(text: string, room: number): string[] {
  return text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .flatMap((line) => wrapLine(line, Math.max(2, room)))
}

function wrapLine(line: string, room: number): string[] {
  const lines: string[] = []
  let row: Cell[] = []
  let used = 0
  for (const cell of cells(line)) {
    if (used + cell.width > room) {
      const space = cell.text === ' ' ? row.length : row.findLastIndex((one) => one.text === ' ') + 1
      const rest = space > 0 ? row.splice(space) : []
      lines.push(joined(row).trimEnd())
      row = rest
      used = rest.reduce((sum, one) => sum + one.width, 0)
      if (cell.text === ' ' && !rest.length) continue
    }
    row.push(cell)
    used += cell.width
  }
  return [...lines, joined(row)]
}

const joined = (row: Cell[]) => row.map((cell) => cell.text).join('')
