// The buttons of a message, and the keys of a reply keyboard, as a grid.

import type { Look } from '../terminal/look.ts'
import { padToWidth, truncate, width } from '../text/cells.ts'
import type { Piece, Target } from '../text/line.ts'
import { buttonBackground, signsOf } from '../text/style.ts'

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
