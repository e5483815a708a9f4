// What could be written next, one of it at hand.

import type { ReactNode } from 'react'
import type { Suggestion } from '../../forms/suggest.ts'
import type { Look } from '../../terminal/look.ts'
import { clip, padded, width } from '../../text/cells.ts'
import { signsOf } from '../frame/theme.ts'
import { shownOf } from '../frame/window.ts'
import { Row, Words } from '../frame/words.tsx'

export const MAX_SHOWN = 5
const WIDEST = 30

export function suggestionRows(suggestions: readonly Suggestion[], chosen: number, look: Look): ReactNode[] {
  const at = Math.min(chosen, suggestions.length - 1)
  const shown = shownOf(suggestions, at, MAX_SHOWN)
  const labelOf = ({ text, label }: Suggestion) => label ?? text.trim()
  const wide = Math.min(WIDEST, Math.max(0, ...shown.map(({ item }) => width(labelOf(item)))))
  return shown.map(({ item: one, i }) => {
    const isChosen = i === at
    const name = padded(clip(labelOf(one), wide, signsOf(look).more), wide)
    return (
      <Row key={one.text} on={{ suggestion: i }}>
        <Words as={isChosen ? 'chosen' : 'key'}>{` ${isChosen ? '>' : ' '} ${name}`}</Words>
        <Words as="dim">{`  ${one.says}`}</Words>
      </Row>
    )
  })
}
