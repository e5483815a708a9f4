// The inspector: beside the panes where there is room, else on top of them; one line of it is at hand.

import type { ReactNode } from 'react'
import { inspectorLines, inspectorTitle } from '../../inspector/inspector-lines.ts'
import type { State } from '../../state/state.ts'
import { inside, Pane, type Room, viewOf } from '../frame/pane.tsx'
import { shownOf } from '../frame/window.ts'
import { drawn, Row, Words } from '../frame/words.tsx'

export const InspectorPane = viewOf(
  [
    'inspector', 'recording', 'undo', 'traffic', 'filters', 'pausedAt', 'chosen', 'talk', 'open', 'chats', 'places',
    'bots', 'programs', 'service', 'url', 'look', 'focus', 'isZoomed', 'clock', 'nowMs',
  ], // biome-ignore format: a table
  ({ state, room, isHere }) => (
    <Pane title={inspectorTitle(state)} room={room} isHere={isHere}>
      {inspectorRows(state, inside(room, state.look), isHere)}
    </Pane>
  ),
)

export function inspectorRows(state: State, { width, height }: Room, isHere: boolean): ReactNode[] {
  const lines = inspectorLines(state)
  const at = Math.min(state.inspector.line, lines.length - 1)
  const next = lines.findIndex(({ isMore }, i) => i > at && !isMore)
  return shownOf(lines, at, height).map(({ item: { pieces, indent = 0, isMore = false }, i }) => {
    const isChosen = isHere && (i === at || (isMore && i > at && (next < 0 || i < next)))
    return (
      <Row key={i} on={{ line: i }} chosen={isChosen && width}>
        <Words>{(isChosen && !isMore ? '> ' : '  ') + ' '.repeat(indent)}</Words>
        {drawn(pieces)}
      </Row>
    )
  })
}
