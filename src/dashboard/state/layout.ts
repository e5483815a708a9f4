// Chooses the visible panes and their widths, and places the inspector.

import { inspectedBot } from './roster.ts'
import type { Focus, MouseTarget, Pane, State } from './state.ts'

const TWO_PANES = 80
const THREE_PANES = 120
export const FOUR_PANES = 160
const MAX_COVERING_WIDTH = 110
/** The width, in cells, of the inspector's frame, its padding and the mark of the selected line. */
const INSPECTOR_EDGE_CELLS = 6

export const focusedPane = ({ focus }: { focus: Focus }): Pane =>
  focus === 'compose' || focus === 'keyboard' ? 'conversation' : focus

/** Returns the focused pane. If the inspector has the focus, returns the pane that had the focus before. */
export const paneBehindInspector = ({ focus, inspector }: State): Exclude<Pane, 'inspector'> => {
  const pane = focusedPane({ focus: focus === 'inspector' ? inspector.previousFocus : focus })
  return pane === 'inspector' ? 'conversation' : pane
}

type VisiblePane = Pane | (MouseTarget['area'] & 'side')

export function visiblePanes(state: State): [VisiblePane, number][] {
  const { columns: width } = state.size
  const { isSpoken } = state.look
  const focused = paneBehindInspector(state)
  if (state.isZoomed || isSpoken) return [[focusedPane(state), width]]
  if (width < TWO_PANES) return [[focused, width]]
  if (width >= FOUR_PANES) {
    const chats = 30
    const side = Math.floor((width - chats) * 0.325)
    if (state.side) {
      const both: [VisiblePane, number][] = [
        ['side', side],
        ['conversation', side],
      ]
      return [['chats', chats], ...(state.side.isLeft ? both : both.reverse()), ['traffic', width - chats - 2 * side]]
    }
    return [
      ['chats', chats],
      ['conversation', width - chats - 2 * side],
      ['traffic', side],
      ['inspector', side],
    ]
  }
  if (width >= THREE_PANES) {
    const chats = 26
    const traffic = Math.floor(width * 0.35)
    return [
      ['chats', chats],
      ['conversation', width - chats - traffic],
      ['traffic', traffic],
    ]
  }
  if (focused === 'traffic')
    return [
      ['conversation', Math.floor(width / 2)],
      ['traffic', Math.ceil(width / 2)],
    ]
  return [
    ['chats', 24],
    ['conversation', width - 24],
  ]
}

const widthOf = (state: State, pane: Pane) => visiblePanes(state).find(([name]) => name === pane)?.[1]

export const isTrafficShown = (state: State) => widthOf(state, 'traffic') !== undefined

export const isInspectorOnTop = (state: State) =>
  state.focus === 'inspector' && widthOf(state, 'inspector') === undefined

export const inspectorWidth = (state: State) => {
  const { columns } = state.size
  return widthOf(state, 'inspector') ?? (columns < TWO_PANES ? columns : Math.min(MAX_COVERING_WIDTH, columns))
}

export const inspectorTextWidth = (state: State) => inspectorWidth(state) - INSPECTOR_EDGE_CELLS

/** Identifies the data that the inspector needs; null if it is hidden or its view loads nothing. */
export function inspectorDataKey(state: State): string | null {
  const { view } = state.inspector
  const isShown = widthOf(state, 'inspector') !== undefined || state.focus === 'inspector'
  return isShown && !['chosen', 'steps', 'replay'].includes(view)
    ? [view, inspectedBot(state)?.handle, state.open].join(' ')
    : null
}
