// A text field with its cursor, the suggestions for it, and lists with a chosen line.

import type { Input } from '../forms/input.ts'
import type { Suggestion } from '../forms/suggest.ts'
import type { Look } from '../terminal/look.ts'
import { clip, padded, width } from '../text/cells.ts'
import { type Line, lineOf, type Piece } from '../text/line.ts'
import { signsOf } from '../text/style.ts'
import { shownOf } from './window.ts'

/** A text being written, in one line: the cursor and the text before it stay in sight. */
export function inputPieces({ text, at }: Input, room: number, look: Look): Piece[] {
  const { cursor, more } = signsOf(look)
  // The last cell shows that there is more text behind the cursor.
  return [[clip(text.slice(0, at), room - 2, more, 'start')], [cursor, 'strong'], [text.slice(at)]]
}

export const MAX_SUGGESTIONS = 5
const WIDEST = 30

export function suggestionLines(suggestions: readonly Suggestion[], chosen: number, look: Look): Line[] {
  const at = Math.min(chosen, suggestions.length - 1)
  const shown = shownOf(suggestions, at, MAX_SUGGESTIONS)
  const labelOf = ({ text, label }: Suggestion) => label ?? text.trim()
  const wide = Math.min(WIDEST, Math.max(0, ...shown.map(({ item }) => width(labelOf(item)))))
  return shown.map(({ item, i }) => {
    const isChosen = i === at
    const name = padded(clip(labelOf(item), wide, signsOf(look).more), wide)
    const line = lineOf([` ${isChosen ? '>' : ' '} ${name}`, isChosen ? 'chosen' : 'key'], [`  ${item.says}`, 'dim'])
    return { ...line, on: { suggestion: i } }
  })
}

/** A list of which one line is chosen, as far as there is room. */
export const listLines = (items: readonly (readonly Piece[])[], selected: number, room: number): Line[] =>
  shownOf(items, selected, room).map(({ item, i }) => {
    const isChosen = i === selected
    return { pieces: [[isChosen ? '> ' : '  '], ...item], on: { item: i }, isChosen }
  })
