// Parts that panes share: scrolled lists, text fields, suggestions and buttons.

import type { Input } from '../forms/input.ts'
import type { Suggestion } from '../forms/suggest.ts'
import type { State } from '../state/state.ts'
import { padToWidth, truncate, width } from '../text/cells.ts'
import { type Line, lineOf, type Piece, type Target } from '../text/line.ts'
import { buttonBackground, type Look, signsOf } from '../text/style.ts'

/** Returns the rows around the chosen item, or the last rows if none is chosen. An item may have several rows. */
export function rowsAround<Row>(
  count: number,
  block: (i: number) => readonly Row[],
  chosen: number | null,
  room: number,
  /** The index of the first visible row of the chosen item, if the item has more rows than `room`. */
  from = 0,
): Row[] {
  if (room <= 0) return []
  const gather = (start: number, by: 1 | -1, enough: number) => {
    let rows: Row[] = []
    for (let i = start + by; i >= 0 && i < count && rows.length < enough; i += by)
      rows = by > 0 ? [...rows, ...block(i)] : [...block(i), ...rows]
    return rows
  }
  if (chosen === null || count === 0) return gather(count, -1, room).slice(-room)
  const rows = windowFrom(block(chosen), from, room)
  const left = room - rows.length
  const half = Math.floor(left / 2)
  const before = gather(chosen, -1, left - gather(chosen, 1, half).length)
  // The blocks below the chosen one get half of the remaining rows, or more if the blocks above need less.
  const rest = Math.max(half, left - before.length)
  return [...before, ...rows, ...gather(chosen, 1, rest).slice(0, rest)].slice(-room)
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

/** Renders a text field on one line. A long text is cut so that the cursor stays visible. */
export function inputPieces({ text, at }: Input, room: number, look: Look): Piece[] {
  const { cursor, more } = signsOf(look)
  // Two cells are reserved: one for the cursor, and one for the sign that more text follows the cursor.
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

export interface Room {
  width: number
  height: number
}

export interface PaneView {
  title: string
  lines: readonly Line[]
}

export type Pane = (state: State, room: Room, isFocused: boolean) => PaneView

export const inside = ({ width, height }: Room, look: Look): Room =>
  look.isSpoken ? { width, height: height - 1 } : { width: width - 4, height: height - 2 }

const EDGE_CELLS = 4
/** The smallest width of a button. A row with more buttons than fit continues on the next line. */
const MIN_CELLS = EDGE_CELLS + 3

interface Grid {
  look: Look
  room: number
  /** The index of the selected button among the buttons of all rows; -1 if none is selected. */
  selected: number
  targetOf(index: number): Target
}

/** Returns the lines of a keyboard. All its rows are equally wide, and so are the buttons of one row. */
export function buttonGrid(rows: readonly (readonly string[])[], { look, room, selected, targetOf }: Grid): Piece[][] {
  const perLine = Math.max(1, Math.floor((room + 1) / (MIN_CELLS + 1)))
  let count = 0
  const lines = rows.flatMap((labels) => {
    const buttons = labels.map((label) => ({ label, index: count++ }))
    return Array.from({ length: Math.ceil(buttons.length / perLine) }, (_, i) =>
      buttons.slice(i * perLine, (i + 1) * perLine),
    )
  })
  const naturalWidth = (labels: readonly { label: string }[]) =>
    labels.length * (Math.max(...labels.map(({ label }) => width(label))) + EDGE_CELLS + 1) - 1
  const total = Math.min(room, Math.max(0, ...lines.map(naturalWidth)))
  return lines.map((buttons) => {
    const cells = Math.floor((total + 1) / buttons.length) - 1
    const wider = total + 1 - (cells + 1) * buttons.length
    return buttons.flatMap(({ label, index }, i): Piece[] => {
      const text = buttonText(label, cells + (i < wider ? 1 : 0), look, index === selected)
      const background = buttonBackground(look)
      const marks = { target: targetOf(index), ...(background && { behind: background }) }
      const style = index === selected ? 'chosen' : background ? 'plain' : 'button'
      return [...(i > 0 ? [[' '] as const] : []), [text, style, marks]]
    })
  })
}

function buttonText(text: string, cells: number, look: Look, isSelected: boolean): string {
  const { more, open, close } = signsOf(look)
  const room = cells - EDGE_CELLS
  const label = truncate(text, room, more)
  const centred = padToWidth(' '.repeat(Math.floor((room - width(label)) / 2)) + label, room)
  return isSelected ? `[ ${centred} ]` : `${open} ${centred} ${close}`
}
