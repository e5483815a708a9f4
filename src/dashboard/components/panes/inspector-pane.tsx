// The inspector: beside the panes where there is room, else on top of them; one line of it is at hand.

import { inspectorLines, inspectorTitle } from '../../inspector/inspector-lines.ts'
import { inspectorWidth } from '../../state/layout.ts'
import type { State } from '../../state/state.ts'
import { inside, Pane, type Room, viewOf } from '../frame/pane.tsx'
import { shownOf } from '../frame/window.ts'
import { drawn, Row, Words } from '../frame/words.tsx'
import { LOWEST, OnTop } from '../on-top/overlay-box.tsx'

export const InspectorPane = viewOf(
  [
    'inspector', 'recording', 'undo', 'traffic', 'filters', 'pausedAt', 'chosen', 'talk', 'open', 'chats', 'places',
    'bots', 'programs', 'service', 'url', 'look', 'focus', 'isZoomed', 'clock', 'nowMs',
  ], // biome-ignore format: a table
  ({ state, room, isHere }) => {
    const { width, height } = inside(room, state.look)
    const lines = inspectorLines(state)
    const at = Math.min(state.inspector.line, lines.length - 1)
    const next = lines.findIndex(({ isMore }, i) => i > at && !isMore)
    return (
      <Pane title={inspectorTitle(state)} room={room} isHere={isHere}>
        {shownOf(lines, at, height).map(({ item: { pieces, indent = 0, isMore = false }, i }) => {
          const isChosen = isHere && (i === at || (isMore && i > at && (next < 0 || i < next)))
          return (
            <Row key={i} on={{ line: i }} chosen={isChosen && width}>
              <Words>{(isChosen && !isMore ? '> ' : '  ') + ' '.repeat(indent)}</Words>
              {drawn(pieces)}
            </Row>
          )
        })}
      </Pane>
    )
  },
)

export const roomOnTop = (state: State, screen: Room): Room => ({
  width: Math.min(screen.width, inspectorWidth(state)),
  height: Math.min(screen.height, Math.max(LOWEST, inspectorLines(state).length + 2)),
})

export function InspectorOnTop({ state, screen }: { state: State; screen: Room }) {
  const room = roomOnTop(state, screen)
  return (
    <OnTop room={room} screen={screen}>
      <InspectorPane.Shown state={state} room={room} isHere />
    </OnTop>
  )
}
