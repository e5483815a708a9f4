// The whole screen as areas of lines, and the mouse target at each cell.

import { inspectorPane } from '../inspector/inspector-pane.ts'
import { topOverlay } from '../state/change.ts'
import { sideView } from '../state/conversation.ts'
import { focusedPane, visiblePanes } from '../state/layout.ts'
import { memoizeByState } from '../state/memoize.ts'
import type { MouseTarget, Pane as PaneName, State } from '../state/state.ts'
import { shownState } from '../state/undo.ts'
import { type Line, targetIn } from '../text/line.ts'
import { bottomLines, headerLines } from './bars.ts'
import { chatsPane } from './chats-pane.ts'
import { conversationPane } from './conversation-pane.ts'
import { layoutOf } from './layout.ts'
import { inside, type Pane, type Room } from './lists.ts'
import { boxOf, onTopOf, overlayView } from './overlay.ts'
import { trafficPane } from './traffic-pane.ts'

/** A rectangle of the screen with its lines. An area with a title has a frame. */
export interface Area extends Room {
  name: MouseTarget['area']
  left: number
  top: number
  title?: string
  isFocused?: boolean
  isOnTop?: boolean
  lines: readonly Line[]
}

const LOWEST_PANE = 3

const framed = (name: PaneName | 'side', pane: Pane) =>
  memoizeByState((state, left: number, width: number, height: number, reserved: number): Area => {
    const room = inside({ width, height: height - reserved }, state.look)
    const isFocused = name === focusedPane(state) && !topOverlay(state)
    const { title, lines } = pane(state, room, isFocused)
    return { name, left, top: 1, width, height, title, isFocused, lines: lines.slice(0, Math.max(0, room.height)) }
  })

const PANES: Record<PaneName | 'side', ReturnType<typeof framed>> = {
  chats: framed('chats', chatsPane),
  conversation: framed('conversation', conversationPane),
  traffic: framed('traffic', trafficPane),
  inspector: framed('inspector', inspectorPane),
  side: framed('side', (state, room) =>
    conversationPane(state.side ? sideView(state, state.side) : state, room, false),
  ),
}

const overlays = memoizeByState((state, width: number, height: number): readonly Area[] =>
  onTopOf(state).map((overlay) => {
    const box = boxOf(state, overlay, { width, height })
    const room = inside(box, state.look)
    const { title, lines } = overlayView(state, overlay, room)
    const name = overlay.kind === 'inspector' ? 'inspector' : 'top'
    return { ...box, top: box.top + 1, name, title, isFocused: true, isOnTop: true, lines: lines.slice(0, room.height) }
  }),
)

const rows = (name: 'header' | 'compose' | 'bottom', linesOf: (state: State, width: number) => readonly Line[]) =>
  memoizeByState((state, top: number, width: number, height: number, left: number): Area => {
    return { name, left, top, width, height, lines: linesOf(state, width).slice(-height) }
  })

const ROWS = {
  header: rows('header', headerLines),
  compose: rows('compose', (state) => layoutOf(state).composer.lines),
  bottom: rows('bottom', bottomLines),
}

export const screenOf = memoizeByState((present): readonly Area[] => {
  const state = shownState(present)
  const { columns: width, rows } = state.size
  const { bottom, composer, room } = layoutOf(state)
  const hasPanes = room.height >= LOWEST_PANE
  // Without data the panes are not drawn, because empty panes would delay the first frame.
  const hasContent = state.link !== 'opening' || state.people.length > 0 || state.bots.length > 0
  const { lines, isInChat } = composer
  const composerTop = rows - bottom - lines.length - (isInChat ? 1 : 0)
  let left = 0
  const panes =
    hasPanes && hasContent && !(state.look.isSpoken && topOverlay(state))
      ? visiblePanes(state).map(([name, width]) => {
          const reserved = name === 'conversation' && composer.isInChat ? composer.lines.length : 0
          const area = PANES[name](state, left, width, room.height, reserved)
          left += width
          return area
        })
      : []
  return [
    ...(room.height >= 0 ? [ROWS.header(state, 0, width, 1, 0)] : []),
    ...panes,
    ...(lines.length && (!isInChat || panes.length)
      ? [ROWS.compose(state, composerTop, composer.width, lines.length, composer.left)]
      : []),
    ...(hasPanes ? overlays(state, width, room.height) : []),
    ROWS.bottom(state, rows - bottom, width, bottom, 0),
  ]
})

export function targetAt(state: State, x: number, y: number): MouseTarget {
  const areas = screenOf(state)
  const onTop = areas.findLast(({ isOnTop }) => isOnTop)
  const area = areas.findLast(
    ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
  )
  const isFramed = area?.title !== undefined
  if (!area || (onTop && isFramed && area !== onTop)) return { area: 'behind', target: {} }
  const { name, left, top, width, lines } = area
  const line = lines[y - top - (isFramed ? 1 : 0)]
  const column = x - left - (isFramed ? 2 : 0)
  return { area: name, target: line ? targetIn(line, column, isFramed ? width - 4 : width, state.look) : {} }
}
