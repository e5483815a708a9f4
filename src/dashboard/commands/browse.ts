// Commands that move: between the panes, and up and down in each of them.

import { inspectorLines } from '../inspector/inspector-pane.ts'
import { partOfSelected } from '../panes/layout.ts'
import { perform, withChosen, withFilter, withInspector, withTalk } from '../state/change.ts'
import { endOf } from '../state/initial-state.ts'
import { isInspectorOnTop, paneOf, panesFor } from '../state/layout.ts'
import { openChat, openItem, rosterOf, toPane, withChosenItem } from '../state/roster.ts'
import type { Focus, State, Talk } from '../state/state.ts'
import { shownTraffic } from '../traffic/entries.ts'
import { command } from './command.ts'
import { leaveInspector } from './inspect.ts'

function panesOf(state: State): Focus[] {
  const keyboard = openChat(state)?.reply_keyboard ? (['keyboard'] as const) : []
  const talk = state.open === null ? [] : (['compose', ...keyboard, 'talk'] as const)
  const inspector = panesFor(state).some(([pane]) => pane === 'inspector') ? (['inspector'] as const) : []
  return ['chats', ...talk, 'traffic', ...inspector]
}

function go(state: State, by: number): State {
  const panes = panesOf(state)
  const at = panes.indexOf(state.focus)
  return toPane(state, panes[(at + by + panes.length) % panes.length]!)
}

export const nextPane = (state: State): State => go(state, 1)
const to = (state: State, focus: Focus): State => toPane({ ...state, overlays: [], find: null }, focus)
export const toMessages = (state: State): State => to(state, state.open === null ? 'chats' : 'talk')
export const write = (state: State): State => (state.open === null ? state : { ...state, focus: 'compose' })

/** Esc drops a filter first, then leads to the messages, where it stays: pressed again and again, it never writes. */
function back(state: State): State {
  if (state.focus === 'inspector' && (isInspectorOnTop(state) || state.isZoomed)) return leaveInspector(state)
  const pane = paneOf(state)
  if (state.filters[pane] !== '') return withFilter(state, { [pane]: '' })
  return state.focus === 'talk' ? state : toMessages(state)
}

/** A message has about so many. */
const ROWS_OF_MESSAGE = 3

/** About what a page shows, whatever the terminal's size. */
const pageOf = ({ size }: State) => Math.max(1, Math.floor((size.rows - 8) / ROWS_OF_MESSAGE))

export const up = (state: State): State => move(state, -1)
export const down = (state: State): State => move(state, 1)
/** An arrow that is held goes on into the composer, where it does no harm; a letter would be written there. */
export const downOrWrite = (state: State): State =>
  state.focus === 'talk' && isAtNewest(state) ? write(state) : down(state)

function move(state: State, by: number): State {
  switch (state.focus) {
    case 'chats':
      return withChosen(state, { chats: within(state.chosen.chats + by, rosterOf(state).length) })
    case 'keyboard':
      return keyboardMoved(state, by)
    case 'traffic':
      return trafficMoved(state, by)
    case 'inspector':
      return lineMoved(state, by)
    default:
      return talkMoved(state, by)
  }
}

/** Below the newest message is the composer. */
const isAtNewest = (state: State) => {
  const { messages, selected } = state.talk
  return messages.length === 0 || (messages.at(-1)?.message_id === selected && !partMoved(state, 1))
}

const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))

function talkMoved(state: State, by: number): State {
  const { messages, selected } = state.talk
  if (!messages.length) return state
  const read = partMoved(state, by)
  if (read) return withTalk(state, { part: read })
  const at = messages.findIndex((message) => message.message_id === selected)
  const to = messages[within((at < 0 ? messages.length - 1 : at) + by, messages.length)]!
  const part = by < 0 ? endOf(to.message_id) : { of: to.message_id, from: 0 }
  return withTalk(state, { selected: to.message_id, button: 0, part })
}

/** Scrolls inside a message that is taller than its pane; undefined if that would pass its end. */
function partMoved(state: State, by: number): Talk['part'] | undefined {
  if (!Number.isFinite(by)) return undefined
  const rows = Math.abs(by) > 1 ? by * ROWS_OF_MESSAGE : by
  const { from: before, hidden } = partOfSelected(state)
  const from = Math.max(0, Math.min(hidden, before + rows))
  return from === before ? undefined : { of: state.talk.selected, from }
}

function trafficMoved(state: State, by: number): State {
  const entries = shownTraffic(state)
  const at = entries.findIndex((entry) => entry.id === state.chosen.traffic)
  const from = at < 0 ? entries.length : at
  const to = within(from + by, entries.length)
  // Past the last line the newest is followed again.
  const following = by > 0 && from + by >= entries.length
  return withChosen(state, { traffic: following ? null : (entries[to]?.id ?? null) })
}

/** Never past the last line. */
function lineMoved(state: State, by: number): State {
  const lines = inspectorLines(state)
  const to = within(Math.min(state.inspector.line, lines.length - 1) + by, lines.length)
  // What goes on over several lines is one.
  const after = lines.findIndex(({ isMore }, i) => i >= to && !isMore)
  const before = lines.findLastIndex(({ isMore }, i) => i <= to && !isMore)
  return withInspector(state, { line: by > 0 && after >= 0 ? after : Math.max(0, before) })
}

const keyboardOf = (state: State) => openChat(state)?.reply_keyboard ?? []

function keyboardMoved(state: State, by: number): State {
  const rows = keyboardOf(state)
  const places = rows.flatMap((row, y) => row.map((_, x) => ({ x, y })))
  const here = places[Math.min(state.chosen.keyboard, places.length - 1)]
  if (!here) return state
  const y = within(here.y + by, rows.length)
  const x = Math.min(here.x, rows[y]!.length - 1)
  return withChosen(state, { keyboard: places.findIndex((one) => one.x === x && one.y === y) })
}

function keySideways(state: State, by: number): State {
  const count = keyboardOf(state).flat().length
  return withChosen(state, { keyboard: within(state.chosen.keyboard + by, count) })
}

export function tap(state: State): State {
  const key = keyboardOf(state).flat()[state.chosen.keyboard]
  if (!key || state.me === null || state.open === null) return state
  return perform({ ...state, focus: 'compose' }, 'tap', { as: state.me, bot: state.open, key: key.text })
}

/** Opens the chat, or becomes the person, that is chosen in the list. */
export function openChosen(state: State): State {
  const item = rosterOf(state)[state.chosen.chats]
  return item ? openItem(state, item) : state
}

/** Chooses the people in the list. */
const people = (state: State): State =>
  withChosenItem({ ...state, focus: 'chats' }, (item) => item.kind === 'person' && item.handle === state.me)

const opens = (state: State) => {
  const item = rosterOf(state)[state.chosen.chats]
  if (!item || (item.kind === 'person' && item.handle === state.me)) return null
  return item.kind === 'person' ? `be ${item.title}` : 'open'
}

const goesBack = ({ focus, filters }: State) => {
  if (focus === 'inspector') return 'back'
  return (focus === 'traffic' || focus === 'chats') && filters[focus] !== '' ? 'drop the filter' : null
}

export const browseCommands = {
  openChosen: command({ chats: 'enter right l' }, 'open, or become', openChosen, 1, opens),
  tap: command({ keyboard: 'enter' }, 'tap', tap, 1),
  keyLeft: command({ keyboard: 'left h' }, 'key to the left', (state) => keySideways(state, -1)),
  keyRight: command({ keyboard: 'right l' }, 'key to the right', (state) => keySideways(state, 1)),
  back: command({ browse: 'esc' }, 'drop the filter, or go to the messages', back, 2, goesBack),
  write: command({ browse: 'i w' }, 'write', write, 6, ({ open }) => (open === null ? null : 'write')),
  up: command({ browse: 'up k', find: 'up' }, 'up', up),
  downOrWrite: command({ browse: 'down' }, 'down; below the newest message, write', downOrWrite),
  down: command({ browse: 'j', find: 'down' }, 'down', down),
  pageUp: command({ browse: 'pgup ctrl-b' }, 'a page up', (state) => move(state, -pageOf(state))),
  pageDown: command({ browse: 'pgdn ctrl-f' }, 'a page down', (state) => move(state, pageOf(state))),
  toTop: command({ browse: 'home g' }, 'to the first', (state) => move(state, Number.NEGATIVE_INFINITY)),
  toBottom: command({ browse: 'end G' }, 'to the last', (state) => move(state, Number.POSITIVE_INFINITY)),
  nextPane: command({ browse: 'tab' }, 'next pane', nextPane, 7),
  previousPane: command({ browse: 'shift-tab', compose: 'shift-tab' }, 'pane before', (state) => go(state, -1)),
  toChats: command({ browse: '1', anywhere: 'alt-1' }, 'chats and people', (state) => to(state, 'chats')),
  toMessages: command({ browse: '2', anywhere: 'alt-2' }, 'messages', toMessages),
  toTraffic: command({ browse: '3', anywhere: 'alt-3' }, 'traffic', (state) => to(state, 'traffic')),
  people: command({ browse: 'a' }, 'choose who I am', people),
}
