// Renders JSON as lines: short values on one line, deep values folded.

import { escapeInvisible } from '../../../lib/safe-text.ts'
import type { State } from '../state/state.ts'
import { cellsOf, type Line, type Piece, textLines } from './line.ts'
import { signsOf } from './style.ts'

type Entries = readonly (readonly [name: string, value: unknown])[]

const entriesOf = (value: object): Entries =>
  Array.isArray(value) ? value.map((one) => ['', one]) : Object.entries(value).filter(([, one]) => one !== undefined)

const namePieces = (name: string): Piece[] => (name === '' ? [] : [[`${name}: `, 'dim']])

function inlinePieces(value: unknown): Piece[] {
  if (typeof value === 'string') return [[escapeInvisible(JSON.stringify(value))]]
  if (typeof value !== 'object' || value === null) return [[String(value), 'strong']]
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const inner = entriesOf(value).flatMap(([name, one], i): Piece[] => [
    ...(i > 0 ? [[', ', 'dim'] as const] : []),
    ...namePieces(name),
    ...inlinePieces(one),
  ])
  return [[open, 'dim'], ...inner, [close, 'dim']]
}

interface Folding {
  unfoldedDepth: number
  toggledFolds?: readonly string[]
  /** The signs in front of folded and unfolded values. They are omitted if the user cannot fold or unfold the lines. */
  signs?: { folded: string; unfolded: string }
  /** The prefix of the id of each value that can be folded. */
  root?: string
}

export function jsonLines(
  value: unknown,
  room: number,
  { unfoldedDepth, toggledFolds, signs, root = '' }: Folding,
): Line[] {
  const mark = (sign: string | undefined): Piece[] => (sign ? [[`${sign} `, 'key']] : [])

  function linesOf(name: string, one: unknown, fold: string, depth: number): Line[] {
    const indent = depth * 2
    const whole = [...namePieces(name), ...inlinePieces(one)]
    if (cellsOf(whole) <= room - indent) return [{ pieces: whole, indent }]
    if (typeof one !== 'object' || one === null) {
      const style = whole.at(-1)?.[1] ?? 'plain'
      return textLines(whole.map(([text]) => text).join(''), room, style, indent)
    }
    const entries = entriesOf(one)
    const isList = Array.isArray(one)
    if (depth >= unfoldedDepth !== (toggledFolds?.includes(fold) ?? false)) {
      const what = isList ? `[${entries.length}]` : `{ ${entries.map(([key]) => key).join(', ')} }`
      return [{ pieces: [...mark(signs?.folded), ...namePieces(name), [what, 'dim']], indent, fold }]
    }
    const inner = entries.flatMap(([key, each], i) => linesOf(key, each, `${fold}.${key || i}`, depth + 1))
    return [{ pieces: [...mark(signs?.unfolded), [name || (isList ? '[]' : '{}'), 'dim']], indent, fold }, ...inner]
  }

  if (typeof value !== 'object' || value === null) return linesOf('', value, root, 0)
  if (cellsOf(inlinePieces(value)) <= room) return linesOf('', value, root, 0)
  return entriesOf(value).flatMap(([key, each], i) => linesOf(key, each, `${root}.${key || i}`, 0))
}

export const foldedJson = ({ inspector: { toggledFolds }, look }: State, value: unknown, room: number, root = '') =>
  jsonLines(value, room, { unfoldedDepth: 2, toggledFolds, signs: signsOf(look), root })

/** Returns JSON that the user can fold and unfold, indented below the inspector line to which it belongs. */
export const jsonBelow = (state: State, value: unknown, room: number, root: string): Line[] =>
  foldedJson(state, value, room - 2, root).map((line) => ({ ...line, indent: 2 + (line.indent ?? 0) }))
