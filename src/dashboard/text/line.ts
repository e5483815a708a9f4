// A line as data: pieces of text, each with what it means.

import type { Style } from '../components/frame/theme.ts'
import { width, wrap } from './cells.ts'

export type Piece = readonly [text: string, style: Style]

export interface Line {
  pieces: readonly Piece[]
  indent?: number
  /** The name by which it is folded, or opened. */
  fold?: string
  /** Goes on with the line before it. */
  isMore?: boolean
  /** What it is about, whole. */
  value?: unknown
}

export const cellsOf = (pieces: readonly Piece[]) => pieces.reduce((sum, [text]) => sum + width(text), 0)

export const lineOf = (...pieces: Piece[]): Line => ({ pieces })

/** A text over as many lines as it needs. */
export const textLines = (text: string, room: number, style: Style = 'plain', indent = 0): Line[] =>
  wrap(text, room - indent).map((line) => ({ pieces: [[line, style]], indent }))
