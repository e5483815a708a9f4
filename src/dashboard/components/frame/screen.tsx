// The whole screen: which panes there is room for, and what lies on top; exactly as large as the terminal.

import { Box } from 'ink'
import { paneOf, panesFor } from '../../state/layout.ts'
import { topOf } from '../../state/overlays.ts'
import type { State } from '../../state/state.ts'
import { OverlayBox, onTopOf } from '../on-top/overlay-box.tsx'
import { ChatsPane } from '../panes/chats-pane.tsx'
import { composerRows } from '../panes/composer-rows.tsx'
import { InspectorPane } from '../panes/inspector-pane.tsx'
import { rowsHidden, TalkPane } from '../panes/talk-pane.tsx'
import { TrafficPane } from '../panes/traffic-pane.tsx'
import { bottomRows } from './bottom-rows.tsx'
import { Header } from './header.tsx'
import { inside, type Room } from './pane.tsx'
import { LookContext, Rows } from './words.tsx'

export const PANES = { chats: ChatsPane, talk: TalkPane, traffic: TrafficPane, inspector: InspectorPane }
const LOWEST_PANE = 3

/** What stands below one another, and the room between for the panes. */
export function layoutOf(state: State) {
  const { columns, rows } = state.size
  const bottom = bottomRows(state, columns).slice(-rows)
  const spare = rows - bottom.length
  const composer = composerRows(state, columns, Math.min(spare, Math.max(1, Math.floor(rows / 3))))
  const room = { width: columns, height: spare - composer.length - 1 }
  return { bottom, composer, room, hasHeader: room.height >= 0 }
}

/** How many rows of the message at hand have no room. */
export function hiddenNow(state: State): number {
  if (state.focus !== 'talk' || state.talk.selected === null) return 0
  const { room } = layoutOf(state)
  const width = panesFor(state).find(([name]) => name === 'talk')?.[1]
  return width === undefined ? 0 : rowsHidden(state, { ...room, width })
}

/** Of a picture that lies on top, inside its frame. */
export function pictureRoom(state: State) {
  const { width, height } = inside(layoutOf(state).room, state.look)
  return { left: 2, top: 2, width, height }
}

export function Screen({ state }: { state: State }) {
  const { columns, rows } = state.size
  const { bottom, composer, room, hasHeader } = layoutOf(state)
  const top = topOf(state)
  return (
    <LookContext value={state.look}>
      <Box width={columns} height={rows} flexDirection="column" overflow="hidden">
        {hasHeader && <Header state={state} room={columns} />}
        {room.height >= LOWEST_PANE && (
          <Box {...room} flexShrink={0}>
            {!(state.look.spoken && top) && hasContent(state) && <Panes state={state} room={room} />}
            {onTopOf(state).map((one) => (
              <OverlayBox key={one.kind} state={state} overlay={one} screen={room} />
            ))}
          </Box>
        )}
        <Rows>{composer}</Rows>
        <Rows>{bottom}</Rows>
      </Box>
    </LookContext>
  )
}

/** Before the emulator has answered there is nothing to show in a pane, and the first frame is there sooner without one. */
const hasContent = ({ link, people, bots }: State) => link !== 'opening' || people.length > 0 || bots.length > 0

function Panes({ state, room }: { state: State; room: Room }) {
  return panesFor(state).map(([name, width]) => {
    const { Shown } = PANES[name]
    const isHere = name === paneOf(state) && !topOf(state)
    return <Shown key={name} state={state} room={{ width, height: room.height }} isHere={isHere} />
  })
}
