// A picture in half blocks: two pixels to a cell.

import type { Photo } from '../state/state.ts'
import { type Line, span } from '../terminal/line.ts'
import type { Look } from '../terminal/theme.ts'

/** Every other pixel of it, for a pane that is low. */
export const halved = ({ width, rows }: Photo): Photo => ({
  width: Math.ceil(width / 2),
  rows: rows.filter((_, y) => y % 2 === 0).map((row) => row.filter((_, x) => x % 2 === 0)),
})

export function photoLines({ width, rows }: Photo, room: number, look: Look): Line[] {
  if (look.colours === 'none' || look.ascii || look.spoken || width > room) return []
  const lines: Line[] = []
  for (let y = 0; y + 1 < rows.length; y += 2) {
    lines.push(rows[y]!.map((upper, x) => span('▀', { upper, lower: rows[y + 1]![x]! })))
  }
  return lines
}
