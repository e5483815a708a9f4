// A picture in half blocks: two pixels to a cell.

import type { Photo } from '../state/model.ts'
import type { Look } from '../terminal/look.ts'
import type { Piece } from '../text/line.ts'

/** Every other pixel of a picture, for a low pane. */
export const halved = ({ width, rows }: Photo): Photo => ({
  width: Math.ceil(width / 2),
  rows: rows.filter((_, y) => y % 2 === 0).map((row) => row.filter((_, x) => x % 2 === 0)),
})

const hex = (rgb: number) => `#${rgb.toString(16).padStart(6, '0')}`

export function photoRows({ width, rows }: Photo, room: number, look: Look): Piece[][] {
  if (look.colours === 'none' || look.ascii || look.spoken || width > room) return []
  return Array.from({ length: Math.floor(rows.length / 2) }, (_, y) =>
    rows[2 * y]!.map((upper, x): Piece => ['▀', 'plain', { colour: hex(upper), behind: hex(rows[2 * y + 1]![x]!) }]),
  )
}
