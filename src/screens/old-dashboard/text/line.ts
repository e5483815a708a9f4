// A line of the screen as data: styled pieces of text with click targets.

import { truncate, width, wrap } from './cells.ts'
import { type Look, paint, type Style, signsOf } from './style.ts'

/** The thing that a click selects, given by its id or its index, or the key that the click presses (`stroke`). */
export interface Target {
  chat?: number
  message?: number
  button?: number
  entry?: number
  chip?: number
  key?: number
  item?: number
  field?: number
  suggestion?: number
  line?: number
  stroke?: string
}

interface Marks {
  target?: Target
  colour?: string
  behind?: string
}

export type Piece = readonly [text: string, style?: Style, marks?: Marks]

export interface Line {
  pieces: readonly Piece[]
  /** The pieces aligned to the right end of the line. The other pieces are cut to make room for them. */
  right?: readonly Piece[]
  indent?: number
  target?: Target
  /** True for the selected line, which is drawn inverse over its whole width. */
  isChosen?: boolean
  /** The id of the JSON value that the user folds and unfolds on this line. */
  fold?: string
  /** True if this line continues the line before it, for example if a recorded step was wrapped. */
  isMore?: boolean
  /** The value that an inspector line shows in full or in part. Commands on the line, such as copying, use it. */
  value?: unknown
}

export const BLANK: Line = { pieces: [] }

export const cellsOf = (pieces: readonly Piece[]) => pieces.reduce((sum, [text]) => sum + width(text), 0)

export const lineOf = (...pieces: Piece[]): Line => ({ pieces })

export const textLines = (text: string, room: number, style: Style = 'plain', indent = 0): Line[] =>
  wrap(text, room - indent).map((line) => ({ pieces: [[line, style]], indent }))

const spaces = (count: number): Piece[] => (count > 0 ? [[' '.repeat(count)]] : [])

/** Cuts and aligns the pieces to the width of the line. For a screen reader, returns all pieces in full. */
function arrangePieces({ pieces, right = [], indent = 0, isChosen = false }: Line, room: number, look: Look) {
  if (look.isSpoken) return right.length ? [...pieces, ...spaces(1), ...right] : pieces
  const space = room - indent - cellsOf(right)
  const left = cutPieces(pieces, space, signsOf(look).more)
  return isChosen || right.length ? [...left, ...spaces(space - cellsOf(left)), ...right] : left
}

function cutPieces(pieces: readonly Piece[], room: number, more: string): readonly Piece[] {
  if (cellsOf(pieces) <= room) return pieces
  const fitting: Piece[] = []
  let remaining = room
  for (const piece of pieces) {
    const [text, ...rest] = piece
    // The two added spaces force a truncation, so that the last cell shows that something was cut.
    if (width(text) >= remaining) return [...fitting, [truncate(`${text}  `, remaining, more), ...rest]]
    fitting.push(piece)
    remaining -= width(text)
  }
  return fitting
}

export const paintLine = (line: Line, room: number, look: Look): string =>
  ' '.repeat(line.indent ?? 0) +
  arrangePieces(line, room, look)
    .map(([text, style = 'plain', { colour, behind } = {}]) =>
      line.isChosen ? paint(text, 'chosen', look) : paint(text, style, look, colour, behind),
    )
    .join('')

export function targetIn(line: Line, x: number, room: number, look: Look): Target {
  let start = line.indent ?? 0
  for (const [text, , marks] of arrangePieces(line, room, look)) {
    const end = start + width(text)
    if (x >= start && x < end) return { ...line.target, ...marks?.target }
    start = end
  }
  return line.target ?? {}
}
