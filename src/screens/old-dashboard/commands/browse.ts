// Commands that move between panes, and up and down in a pane.

import { inspectorLines } from '../inspector/inspector-pane.ts'
import { scrollOfSelected } from '../panes/layout.ts'
import {
  requestAction,
  withConversation,
  withEffects,
  withFilters,
  withInspector,
  withSelection,
} from '../state/change.ts'
import { pinOrUnpin, toOtherSide } from '../state/conversation.ts'
import { scrolledToEnd } from '../state/initial-state.ts'
import { focusedPane, isInspectorOnTop, visiblePanes } from '../state/layout.ts'
import { focusPane, openChat, openItem, rosterOf, selectItem } from '../state/roster.ts'
import type { Conversation, Focus, State } from '../state/state.ts'
import { visibleTraffic } from '../traffic/entries.ts'
import { command, ifOpen, inPalette } from './command.ts'
import { leaveInspector } from './inspect.ts'

function panesOf(state: State): (Focus | 'side')[] {
  const keyboard = openChat(state)?.reply_keyboard ? (['keyboard'] as const) : []
  const conversation = state.open === null ? [] : (['compose', ...keyboard, 'conversation'] as const)
  const inspector = visiblePanes(state).some(([pane]) => pane === 'inspector') ? (['inspector'] as const) : []
  const side = visiblePanes(state).some(([pane]) => pane === 'side') ? (['side'] as const) : []
  const both = state.side?.isLeft ? [...side, ...conversation] : [...conversation, ...side]
  return ['chats', ...both, 'traffic', ...inspector]
}

const cyclePane = (by: number) => (state: State) => {
  const panes = panesOf(state)
  const at = panes.indexOf(state.focus)
  const next = panes[(at + by + panes.length) % panes.length]!
  return next === 'side' ? toOtherSide(state) : focusPane(state, next)
}

export const nextPane = cyclePane(1)
const goTo = (state: State, focus: Focus): State => focusPane({ ...state, overlays: [], find: null }, focus)
export const toMessages = (state: State): State => goTo(state, state.open === null ? 'chats' : 'conversation')
export const write = (state: State): State => (state.open === null ? state : { ...state, focus: 'compose' })

/** Leaves the inspector, else removes the filter, else moves the focus to the messages. */
function back(state: State): State {
  if (state.focus === 'inspector' && (isInspectorOnTop(state) || state.isZoomed)) return leaveInspector(state)
  const pane = focusedPane(state)
  if (state.filters[pane] !== '') return withFilters(state, { [pane]: '' })
  return state.focus === 'conversation' ? state : toMessages(state)
}

const ROWS_OF_MESSAGE = 3

const pageOf = ({ size }: State) => Math.max(1, Math.floor((size.rows - 8) / ROWS_OF_MESSAGE))

const move = (by: number) => (state: State) => {
  switch (state.focus) {
    case 'chats':
      return withSelection(state, { chats: clampIndex(state.selection.chats + by, rosterOf(state).length) })
    case 'keyboard':
      return moveInKeyboard(state, by)
    case 'traffic':
      return moveInTraffic(state, by)
    case 'inspector':
      return moveInInspector(state, by)
    default:
      return moveInConversation(state, by)
  }
}

export const up = move(-1)
export const down = move(1)
/** Bound to the down arrow but not to j: a user who holds j down would reach the composer, and type j there. */
export const downOrWrite = (state: State): State =>
  state.focus === 'conversation' && isAtNewest(state) ? write(state) : down(state)

const isAtNewest = (state: State) => {
  const { messages, selected } = state.conversation
  return messages.length === 0 || (messages.at(-1)?.message_id === selected && !scrollMessage(state, 1))
}

const clampIndex = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))

function moveInConversation(state: State, by: number): State {
  const { messages, selected } = state.conversation
  if (!messages.length) return state
  const scrolled = scrollMessage(state, by)
  if (scrolled) return withConversation(state, { scroll: scrolled })
  const at = messages.findIndex((message) => message.message_id === selected)
  const to = messages[clampIndex((at < 0 ? messages.length - 1 : at) + by, messages.length)]!
  const scroll = by < 0 ? scrolledToEnd(to.message_id) : { messageId: to.message_id, firstRow: 0 }
  const isNewest = to === messages.at(-1)
  const after = withConversation(state, { selected: to.message_id, button: 0, scroll, ...(isNewest && { unseen: 0 }) })
  const needsOlder = by < 0 && to === messages[0] && !state.conversation.isWhole
  return needsOlder ? withEffects(after, { do: 'load-older' }) : after
}

/** Returns the new scroll position; undefined if the message cannot scroll further in that direction. */
function scrollMessage(state: State, by: number): Conversation['scroll'] | undefined {
  if (!Number.isFinite(by)) return undefined
  const rows = Math.abs(by) > 1 ? by * ROWS_OF_MESSAGE : by
  const { from: before, hidden } = scrollOfSelected(state)
  const from = Math.max(0, Math.min(hidden, before + rows))
  return from === before ? undefined : { messageId: state.conversation.selected, firstRow: from }
}

function moveInTraffic(state: State, by: number): State {
  const entries = visibleTraffic(state)
  const at = entries.findIndex((entry) => entry.id === state.selection.traffic)
  const from = at < 0 ? entries.length : at
  const to = clampIndex(from + by, entries.length)
  // Moving down past the last entry clears the selection, so that the traffic pane follows its newest entry again.
  const following = by > 0 && from + by >= entries.length
  return withSelection(state, { traffic: following ? null : (entries[to]?.id ?? null) })
}

function moveInInspector(state: State, by: number): State {
  const lines = inspectorLines(state)
  const to = clampIndex(Math.min(state.inspector.line, lines.length - 1) + by, lines.length)
  // A recorded step can take several lines: the selection moves to the first of them.
  const after = lines.findIndex(({ isMore }, i) => i >= to && !isMore)
  const before = lines.findLastIndex(({ isMore }, i) => i <= to && !isMore)
  return withInspector(state, { line: by > 0 && after >= 0 ? after : Math.max(0, before) })
}

const keyboardOf = (state: State) => openChat(state)?.reply_keyboard ?? []

function moveInKeyboard(state: State, by: number): State {
  const rows = keyboardOf(state)
  const keys = rows.flatMap((row, y) => row.map((_, x) => ({ x, y })))
  const selected = keys[Math.min(state.selection.keyboard, keys.length - 1)]
  if (!selected) return state
  const y = clampIndex(selected.y + by, rows.length)
  const x = Math.min(selected.x, rows[y]!.length - 1)
  return withSelection(state, { keyboard: keys.findIndex((one) => one.x === x && one.y === y) })
}

const moveSideways = (by: number) => (state: State) => {
  const count = keyboardOf(state).flat().length
  return withSelection(state, { keyboard: clampIndex(state.selection.keyboard + by, count) })
}

export function tap(state: State): State {
  const key = keyboardOf(state).flat()[state.selection.keyboard]
  if (!key || state.me === null || state.open === null) return state
  return requestAction({ ...state, focus: 'compose' }, 'tap', { as: state.me, bot: state.open, key: key.text })
}

export function openSelectedItem(state: State): State {
  const item = rosterOf(state)[state.selection.chats]
  return item ? openItem(state, item) : state
}

const selectPlayedPerson = (state: State): State =>
  selectItem({ ...state, focus: 'chats' }, (item) => item.kind === 'person' && item.handle === state.me)

const openHint = (state: State) => {
  const item = rosterOf(state)[state.selection.chats]
  if (!item || (item.kind === 'person' && item.handle === state.me)) return null
  return item.kind === 'person' ? `play ${item.title}` : 'open'
}

const backHint = ({ focus, filters }: State) => {
  if (focus === 'inspector') return 'back'
  return (focus === 'traffic' || focus === 'chats') && filters[focus] !== '' ? 'clear the filter' : null
}

export const browseCommands = {
  openChosen: command({ chats: 'enter right l' }, 'open the chat, or act as the person', openSelectedItem, 1, openHint),
  tap: command({ keyboard: 'enter' }, 'tap the key of the reply keyboard', tap, 1),
  keyLeft: command({ keyboard: 'left h' }, 'move left in the reply keyboard', moveSideways(-1)),
  keyRight: command({ keyboard: 'right l' }, 'move right in the reply keyboard', moveSideways(1)),
  back: command({ browse: 'esc' }, 'clear the filter, or go to the messages', back, 2, backHint),
  write: command({ browse: 'i w' }, 'write', write, 6, ifOpen('write')),
  up: command({ browse: 'up k', find: 'up' }, 'up', up),
  downOrWrite: command({ browse: 'down' }, 'move down; below the newest message, move to the composer', downOrWrite),
  down: command({ browse: 'j', find: 'down' }, 'down', down),
  pageUp: command({ browse: 'pgup ctrl-b' }, 'page up', (state) => move(-pageOf(state))(state)),
  pageDown: command({ browse: 'pgdn ctrl-f' }, 'page down', (state) => move(pageOf(state))(state)),
  toTop: command({ browse: 'home g' }, 'first item', move(Number.NEGATIVE_INFINITY)),
  toBottom: command({ browse: 'end G' }, 'last item', move(Number.POSITIVE_INFINITY)),
  nextPane: command({ browse: 'tab' }, 'next pane', nextPane, 7),
  previousPane: command({ browse: 'shift-tab', compose: 'shift-tab' }, 'previous pane', cyclePane(-1)),
  toChats: command({ browse: '1', anywhere: 'alt-1' }, 'chats and people', (state) => goTo(state, 'chats')),
  toMessages: command({ browse: '2', anywhere: 'alt-2' }, 'messages', toMessages),
  toTraffic: command({ browse: '3', anywhere: 'alt-3' }, 'traffic', (state) => goTo(state, 'traffic')),
  sideBySide: inPalette(
    'Keeps the open chat on the left, and shows the chats of a second person beside it.',
    command({ browse: '|' }, 'show two people side by side, or only one', pinOrUnpin),
  ),
  people: command({ browse: 'a' }, 'choose the person to play', selectPlayedPerson, 10, ({ people }) =>
    people.length > 1 ? 'as whom' : null,
  ),
}
