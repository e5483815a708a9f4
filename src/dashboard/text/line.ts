// A line of the screen as data: styled pieces of text, and the target of a click on them.

import type { Look } from '../terminal/look.ts'
import { clip, width, wrap } from './cells.ts'
import { painted, type Style, signsOf } from './style.ts'

/** The thing under the mouse: an index in its list, or an id. */
export interface Target {
  /** An index in the list of chats. */
  chat?: number
  message?: number
  button?: number
  entry?: number
  /** A word of the filter. */
  chip?: number
  /** A key of the reply keyboard. */
  key?: number
  /** A row of a list in an overlay. */
  item?: number
  field?: number
  suggestion?: number
  /** A line of the inspector. */
  line?: number
  /** The key that the bottom line names. */
  stroke?: string
}

interface Marks {
  on?: Target
  colour?: string
  behind?: string
}

export type Piece = readonly [text: string, style?: Style, marks?: Marks]

export interface Line {
  pieces: readonly Piece[]
  /** Pieces at the right end; the others are cut to make room for them. */
  right?: readonly Piece[]
  indent?: number
  on?: Target
  /** A chosen line is inverse up to its end. */
  isChosen?: boolean
  /** The name of the fold that it opens and closes. */
  fold?: string
  /** True if it continues the line before it. */
  isMore?: boolean
  /** The whole value that a line of the inspector is about. */
  value?: unknown
}

export const BLANK: Line = { pieces: [] }

export const cellsOf = (pieces: readonly Piece[]) => pieces.reduce((sum, [text]) => sum + width(text), 0)

export const lineOf = (...pieces: Piece[]): Line => ({ pieces })

/** Wraps a text into as many lines as it needs. */
export const textLines = (text: string, room: number, style: Style = 'plain', indent = 0): Line[] =>
  wrap(text, room - indent).map((line) => ({ pieces: [[line, style]], indent }))

const spaces = (count: number): Piece[] => (count > 0 ? [[' '.repeat(count)]] : [])

/** The pieces of a line as they fill the cells after its indent; speech gets all of them. */
function arranged({ pieces, right = [], indent = 0, isChosen = false }: Line, room: number, look: Look) {
  if (look.spoken) return right.length ? [...pieces, ...spaces(1), ...right] : pieces
  const space = room - indent - cellsOf(right)
  const left = cut(pieces, space, signsOf(look).more)
  return isChosen || right.length ? [...left, ...spaces(space - cellsOf(left)), ...right] : left
}

function cut(pieces: readonly Piece[], room: number, more: string): readonly Piece[] {
  if (cellsOf(pieces) <= room) return pieces
  const kept: Piece[] = []
  let left = room
  for (const piece of pieces) {
    const [text, ...rest] = piece
    // The last cell is for the sign that something was cut.
    if (width(text) >= left) return [...kept, [clip(`${text}  `, left, more), ...rest]]
    kept.push(piece)
    left -= width(text)
  }
  return kept
}

/** A line as text with terminal sequences. */
export const paintedLine = (line: Line, room: number, look: Look): string =>
  ' '.repeat(line.indent ?? 0) +
  arranged(line, room, look)
    .map(([text, style = 'plain', { colour, behind } = {}]) =>
      line.isChosen ? painted(text, 'chosen', look) : painted(text, style, look, colour, behind),
    )
    .join('')

/** The target of one cell of a line. */
export function targetIn(line: Line, x: number, room: number, look: Look): Target {
  let start = line.indent ?? 0
  for (const [text, , marks] of arranged(line, room, look)) {
    const end = start + width(text)
    if (x >= start && x < end) return { ...line.on, ...marks?.on }
    start = end
  }
  return line.on ?? {}
}
