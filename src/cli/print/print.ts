// Lines for people: text of others is tamed, and what has a meaning has its colour.

import { type Meaning, type Palette, PLAIN, paletteFor } from '../../lib/colours.ts'
import { disarm, tame } from '../../lib/tame.ts'

/** A part of a line; one with a meaning is coloured where there are colours. */
export type Piece = string | { as: Meaning; text: string }
export type Line = string | readonly Piece[]

const GAP = '  '

/** Tames each piece before it is coloured, so that all escape bytes of a line are our own. */
export function lineText(line: Line, palette: Palette): string {
  if (typeof line === 'string') return disarm(tame(line))
  if (palette === PLAIN) return disarm(tame(line.map(textOf).join('')))
  const pieces = line.map((piece) => (typeof piece === 'string' ? tame(piece) : palette(piece.as, tame(piece.text))))
  return disarm(pieces.join(''))
}

export function print(...lines: Line[]) {
  const palette = paletteFor('stdout')
  process.stdout.write(lines.map((line) => `${lineText(line, palette)}\n`).join(''))
}

/** `key  value` for each field that is there. */
export function fields(value: unknown): string[] {
  if (value === true || value === null) return ['Done.']
  if (typeof value !== 'object') return [String(value)]
  const width = Math.max(...Object.keys(value).map((key) => key.length))
  return Object.entries(value).map(([key, each]) => `${key.padEnd(width)}  ${inOneLine(each)}`)
}

export const inOneLine = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Pieces beside one another, each at least as wide as its column. */
export function spaced(pieces: readonly Piece[], widths: readonly number[] = []): Line {
  const filled = pieces.slice(0, pieces.findLastIndex((piece) => textOf(piece) !== '') + 1)
  const line: Piece[] = []
  for (const [i, piece] of filled.entries()) {
    line.push(piece)
    if (i < filled.length - 1) line.push(GAP.padStart((widths[i] ?? 0) - textOf(piece).length + GAP.length))
  }
  return line
}

/** Rows in columns; the last piece of a row takes what room it needs, and so do all behind the aligned ones. */
export function columns(rows: readonly (readonly Piece[])[], aligned?: number): Line[] {
  const [first = []] = rows
  const widths = first.slice(0, aligned).map((_, i) => Math.max(...rows.map((each) => textOf(each[i] ?? '').length)))
  return rows.map((each) => spaced(each, widths))
}

const textOf = (piece: Piece) => (typeof piece === 'string' ? piece : piece.text)
