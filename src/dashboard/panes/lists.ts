// Renders long lists, text fields with a cursor, and suggestions in limited room.

import type { Input } from '../forms/input.ts'
import type { Suggestion } from '../forms/suggest.ts'
import type { Look } from '../terminal/look.ts'
import { padToWidth, truncate, width } from '../text/cells.ts'
import { type Line, lineOf, type Piece } from '../text/line.ts'
import { signsOf } from '../text/style.ts'

/** Returns the rows around a chosen block, else the last rows. Only visible blocks are rendered. */
export function rowsAround<Row>(
  count: number,
  block: (i: number) => readonly Row[],
  chosen: number | null,
  room: number,
  /** The index of the row of the chosen block that is shown first, if the block is taller than the room. */
  from = 0,
): Row[] {
  if (room <= 0) return []
  const above = (before: number, enough: number) => {
    const rows: Row[] = []
    for (let i = before - 1; i >= 0 && rows.length < enough; i--) rows.unshift(...block(i))
    return rows
  }
  const below = (after: number, enough: number) => {
    const rows: Row[] = []
    for (let i = after + 1; i < count && rows.length < enough; i++) rows.push(...block(i))
    return rows
  }
  if (chosen === null || count === 0) return above(count, room).slice(-room)
  const rows = windowFrom(block(chosen), from, room)
  const left = room - rows.length
  const half = Math.floor(left / 2)
  const before = above(chosen, left - below(chosen, half).length)
  // The blocks below get half of the remaining rows, or more if the blocks above need less.
  const rest = Math.max(half, left - before.length)
  return [...before, ...rows, ...below(chosen, rest).slice(0, rest)].slice(-room)
}

/** Returns at most `room` rows, beginning with the row `from`, or with an earlier row if too few rows follow it. */
export function windowFrom<Row>(rows: readonly Row[], from: number, room: number): readonly Row[] {
  const first = Math.max(0, Math.min(from, rows.length - room))
  return rows.slice(first, first + room)
}

export function windowAround<Item>(items: readonly Item[], chosen: number, room: number): { item: Item; i: number }[] {
  const first = Math.max(0, Math.min(chosen - Math.floor(room / 2), items.length - room))
  return items.slice(first, first + room).map((item, n) => ({ item, i: first + n }))
}

/** Renders a text field in one line. A long text is cut so that the cursor stays visible. */
export function inputPieces({ text, at }: Input, room: number, look: Look): Piece[] {
  const { cursor, more } = signsOf(look)
  // Two cells are reserved: one for the cursor, and one for the sign that more text follows it.
  return [[truncate(text.slice(0, at), room - 2, more, 'start')], [cursor, 'strong'], [text.slice(at)]]
}

export const MAX_SUGGESTIONS = 5
const MAX_LABEL_WIDTH = 30

export function suggestionLines(suggestions: readonly Suggestion[], chosen: number, look: Look): Line[] {
  const at = Math.min(chosen, suggestions.length - 1)
  const visible = windowAround(suggestions, at, MAX_SUGGESTIONS)
  const labelOf = ({ text, label }: Suggestion) => label ?? text.trim()
  const labelWidth = Math.min(MAX_LABEL_WIDTH, Math.max(0, ...visible.map(({ item }) => width(labelOf(item)))))
  return visible.map(({ item, i }) => {
    const isChosen = i === at
    const name = padToWidth(truncate(labelOf(item), labelWidth, signsOf(look).more), labelWidth)
    const line = lineOf(
      [` ${isChosen ? '>' : ' '} ${name}`, isChosen ? 'chosen' : 'key'],
      [`  ${item.description}`, 'dim'],
    )
    return { ...line, target: { suggestion: i } }
  })
}

export const listLines = (items: readonly (readonly Piece[])[], selected: number, room: number): Line[] =>
  windowAround(items, selected, room).map(({ item, i }) => {
    const isChosen = i === selected
    return { pieces: [[isChosen ? '> ' : '  '], ...item], target: { item: i }, isChosen }
  })
