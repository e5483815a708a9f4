// A line as data: pieces of text, each with what it means.

import type { Style } from '../components/theme.ts'
import { width } from './text.ts'

export type Piece = readonly [text: string, style: Style]

export interface Line {
  pieces: readonly Piece[]
  indent?: number
  /** The name by which it is folded, or opened. */
  fold?: string
}

export const cellsOf = (pieces: readonly Piece[]) => pieces.reduce((sum, [text]) => sum + width(text), 0)
