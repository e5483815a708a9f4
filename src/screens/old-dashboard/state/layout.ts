// Chooses the visible panes and their widths, and places the inspector.

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

type VisiblePanes = [VisiblePane, number][]

export function visiblePanes(state: State): VisiblePanes {
  const { columns: width } = state.size
  const { isSpoken } = state.look
  const focused = paneBehindInspector(state)
  if (state.isZoomed || isSpoken) return [[focusedPane(state), width]]
  if (width < TWO_PANES) return [[focused, width]]
  if (width >= FOUR_PANES) {
    const chats = 30
    const side = Math.floor((width - chats) * 0.325)
    const rest = width - chats - 2 * side
    if (!state.side)
      return Object.entries({ chats, conversation: rest, traffic: side, inspector: side }) as VisiblePanes
    const both: VisiblePanes = [
      ['side', side],
      ['conversation', side],
    ]
    return [['chats', chats], ...(state.side.isLeft ? both : both.reverse()), ['traffic', rest]]
  }
  if (width >= THREE_PANES) {
    const chats = 26
    const traffic = Math.floor(width * 0.35)
    return Object.entries({ chats, conversation: width - chats - traffic, traffic }) as VisiblePanes
  }
  const half = Math.ceil(width / 2)
  const two =
    focused === 'traffic' ? { conversation: width - half, traffic: half } : { chats: 24, conversation: width - 24 }
  return Object.entries(two) as VisiblePanes
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

export const isInspectorShown = (state: State) =>
  widthOf(state, 'inspector') !== undefined || state.focus === 'inspector'
