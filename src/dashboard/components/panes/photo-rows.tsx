// A picture in half blocks: two pixels to a cell.

import { Text } from 'ink'
import { Fragment, type ReactNode } from 'react'
import type { Photo } from '../../state/model.ts'
import type { Look } from '../../terminal/look.ts'

/** Every other pixel of it, for a pane that is low. */
export const halved = ({ width, rows }: Photo): Photo => ({
  width: Math.ceil(width / 2),
  rows: rows.filter((_, y) => y % 2 === 0).map((row) => row.filter((_, x) => x % 2 === 0)),
})

const hex = (rgb: number) => `#${rgb.toString(16).padStart(6, '0')}`

export function photoRows({ width, rows }: Photo, room: number, look: Look): ReactNode[] {
  if (look.colours === 'none' || look.ascii || look.spoken || width > room) return []
  return Array.from({ length: Math.floor(rows.length / 2) }, (_, y) => (
    <Fragment key={y}>
      {rows[2 * y]!.map((upper, x) => (
        <Text key={x} color={hex(upper)} backgroundColor={hex(rows[2 * y + 1]![x]!)}>
          ▀
        </Text>
      ))}
    </Fragment>
  ))
}
