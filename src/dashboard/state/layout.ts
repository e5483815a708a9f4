// Which panes stand side by side, how wide each is, and where the inspector is.

import { inspectedBot } from './roster.ts'
import type { Focus, Pane, State } from './state.ts'

/** From how many cells on two panes stand side by side, three, and the inspector beside them. */
const TWO_PANES = 80
const THREE_PANES = 120
const FOUR_PANES = 160
const WIDEST_ON_TOP = 110
/** The frame and the mark of the line at hand. */
const EDGES = 6

export const paneOf = ({ focus }: { focus: Focus }): Pane =>
  focus === 'compose' || focus === 'keyboard' ? 'talk' : focus

/** Where the keys are, or were before they came to the inspector. */
export const paneBeneath = ({ focus, inspector }: State): Exclude<Pane, 'inspector'> => {
  const pane = paneOf({ focus: focus === 'inspector' ? inspector.from : focus })
  return pane === 'inspector' ? 'talk' : pane
}

export function panesFor(state: State): [Pane, number][] {
  const { columns: width } = state.size
  const { spoken } = state.look
  const here = paneBeneath(state)
  if (state.isZoomed || spoken) return [[paneOf(state), width]]
  if (width < TWO_PANES) return [[here, width]]
  if (width >= FOUR_PANES) {
    const chats = 30
    const side = Math.floor((width - chats) * 0.325)
    return [
      ['chats', chats],
      ['talk', width - chats - 2 * side],
      ['traffic', side],
      ['inspector', side],
    ]
  }
  if (width >= THREE_PANES) {
    const chats = 26
    const traffic = Math.floor(width * 0.35)
    return [
      ['chats', chats],
      ['talk', width - chats - traffic],
      ['traffic', traffic],
    ]
  }
  if (here === 'traffic')
    return [
      ['talk', Math.floor(width / 2)],
      ['traffic', Math.ceil(width / 2)],
    ]
  return [
    ['chats', 24],
    ['talk', width - 24],
  ]
}

const widthOf = (state: State, pane: Pane) => panesFor(state).find(([name]) => name === pane)?.[1]

export const isTrafficShown = (state: State) => widthOf(state, 'traffic') !== undefined

/** Where there is no room beside the panes, it lies on top of them. */
export const isInspectorOnTop = (state: State) =>
  state.focus === 'inspector' && widthOf(state, 'inspector') === undefined

export const inspectorWidth = (state: State) => {
  const { columns } = state.size
  return widthOf(state, 'inspector') ?? (columns < TWO_PANES ? columns : Math.min(WIDEST_ON_TOP, columns))
}

/** The cells of its lines. */
export const inspectorRoom = (state: State) => inspectorWidth(state) - EDGES

/** Names what the inspector reads; null where nothing is to be read. */
export function inspectorSource(state: State): string | null {
  const { view } = state.inspector
  const isShown = widthOf(state, 'inspector') !== undefined || state.focus === 'inspector'
  return isShown && view !== 'chosen' && view !== 'steps'
    ? [view, inspectedBot(state)?.handle, state.open].join(' ')
    : null
}
