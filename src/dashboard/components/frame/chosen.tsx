// A list of rows, one of them chosen, as far as there is room.

import type { ReactNode } from 'react'
import type { Room } from './pane.tsx'
import { firstShown } from './window.ts'
import { Row, Words } from './words.tsx'

export function chosenOf(items: readonly ReactNode[], selected: number, { width, height }: Room): ReactNode[] {
  const first = firstShown(items.length, selected, height)
  return items.slice(first, first + height).map((item, i) => {
    const isChosen = first + i === selected
    return (
      <Row key={first + i} on={{ item: first + i }} chosen={isChosen && width}>
        <Words>{isChosen ? '> ' : '  '}</Words>
        {item}
      </Row>
    )
  })
}
