// A list of rows, one of them chosen, as far as there is room.

import { filled, type Line, restyled, span } from '../terminal/line.ts'
import { firstShown } from '../terminal/window.ts'
import type { Room } from './frame.ts'

export function chosenOf(lines: readonly Line[], selected: number, { width: wide, height }: Room): Line[] {
  const first = firstShown(lines.length, selected, height)
  return lines.slice(first, first + height).map((one, i) => {
    const isChosen = first + i === selected
    const marked: Line = [span(isChosen ? '> ' : '  '), ...one]
    return isChosen ? restyled(filled(marked, wide), 'chosen') : marked
  })
}
