// Commands that every list has: move, choose, leave, and go from pane to pane.

import { placeOf } from '../../../control/describe/message.ts'
import { inspectorItems } from '../inspector/views.ts'
import { visibleRoster } from '../screen/chats.ts'
import { FOUR_PANES, focusPlace } from '../screen/panes.ts'
import { perform } from '../screen/perform.ts'
import {
  changeOverlay,
  choicesIn,
  clamp,
  type ListPlace,
  openOverlay,
  overlayOf,
  type Place,
  type Screen,
  setFilter,
  setInspector,
  stepOver,
} from '../screen/screen.ts'
import { chooseEntry, chosenMessage } from '../screen/traffic.ts'
import type { Command } from './command.ts'

function cycle(screen: Screen, by: number) {
  const { chat, size, focus } = screen
  const keyboard: Place[] = chat.peek()?.reply_keyboard ? ['keyboard'] : []
  const inspector: Place[] = size.peek().columns >= FOUR_PANES ? ['inspector'] : []
  const places: Place[] = ['input', ...keyboard, 'messages', 'chats', 'traffic', ...inspector]
  focusPlace(screen, places[(places.indexOf(focus.peek()) + by + places.length) % places.length]!)
}

/** Moves the chosen message, or scrolls the chat while the input has the focus. */
function moveMessages(screen: Screen, by: number) {
  const { conversation, messageId, buttonAt, focus, me, open, model } = screen
  const shown = conversation.peek()
  const messages = shown?.messages ?? []
  const at = messages.findIndex(({ message_id }) => message_id === messageId.peek())
  const to = clamp((at < 0 ? messages.length - 1 : at) + by, messages.length)
  const isNewest = to === messages.length - 1
  // At the newest message, a chat that is only scrolled follows new messages again.
  messageId.value = isNewest && focus.peek() === 'input' ? null : (messages[to]?.message_id ?? null)
  buttonAt.value = 0
  if (to === 0 && by < 0 && shown?.hasEarlier && me.peek() && open.peek())
    void model.loadEarlier(me.peek()!, open.peek()!)
}

/** The button above or below the chosen one, in its message. */
function buttonBeside(screen: Screen, by: number): number | undefined {
  const message = chosenMessage(screen)
  const rows = message?.reply_markup?.inline_keyboard ?? []
  const last = rows.flat().length - 1
  if (!message || last < 0 || Math.abs(by) !== 1) return undefined
  const { row, column } = placeOf(message, Math.min(screen.buttonAt.peek(), last))
  const beside = rows[row - 1 + by]
  return beside && rows.slice(0, row - 1 + by).flat().length + Math.min(column, beside.length) - 1
}

function moveTraffic(screen: Screen, by: number) {
  const entries = screen.visibleTraffic.peek()
  const at = entries.findIndex(({ id }) => id === screen.entryId.peek())
  const to = (at < 0 ? entries.length - 1 : at) + by
  // Moving below the newest entry follows the newest again.
  chooseEntry(screen, entries[Math.max(0, to)])
}

const MOVES: Readonly<Record<Place, (screen: Screen, by: number) => void>> = {
  input: moveMessages,
  messages(screen, by) {
    const button = buttonBeside(screen, by)
    if (button === undefined) moveMessages(screen, by)
    else screen.buttonAt.value = button
  },
  traffic: moveTraffic,
  inspector(screen, by) {
    const { items, at } = inspectorItems(screen)
    setInspector(screen, { at: stepOver(items, at, by) })
  },
  keyboard({ buttonAt, chat }, by) {
    buttonAt.value = clamp(buttonAt.peek() + by, chat.peek()?.reply_keyboard?.flat().length ?? 0)
  },
  chats(screen, by) {
    const { items, at } = visibleRoster(screen)
    screen.chatAt.value = stepOver(items, at, by)
  },
}

/** Moves in a list: in the overlay, if one is open, else in the pane in focus. */
export function move(screen: Screen, by: number, place = screen.focus.peek()) {
  if (!overlayOf(screen, 'choices')) return MOVES[place](screen, by)
  const { items, at } = choicesIn(screen)
  changeOverlay(screen, { at: stepOver(items, at, by) })
}

/** A message has about four rows. */
function movePage(screen: Screen, by: number) {
  const rows = Math.max(1, screen.size.peek().rows - 8)
  const isChat = ['input', 'messages'].includes(screen.focus.peek()) && !overlayOf(screen, 'choices')
  move(screen, by * (isChat ? Math.ceil(rows / 4) : rows))
}

/** Clears the filter, then returns to the input. */
function leave(screen: Screen) {
  const { focus, filters, behind, size } = screen
  const place = focus.peek()
  if (place in filters.peek() && filters.peek()[place as ListPlace] !== '') setFilter(screen, place as ListPlace, '')
  else if (place === 'inspector' && size.peek().columns < FOUR_PANES) focusPlace(screen, behind.peek())
  else focusPlace(screen, 'input')
}

export const startFilter = (screen: Screen, place = screen.focus.peek() as ListPlace) =>
  openOverlay(screen, { kind: 'filter', place })

const openHint = (screen: Screen) => {
  const item = visibleRoster(screen).chosen
  return item?.run ? (item.kind === 'person' ? `be ${item.title}` : 'open') : null
}

export function tapKey(screen: Screen, at = screen.buttonAt.peek()) {
  const key = screen.chat.peek()?.reply_keyboard?.flat()[at]
  if (key) void perform(screen, 'tap', { as: screen.me.peek(), bot: screen.open.peek(), key: key.text })
}

const PANES = 'tab shift-tab'

export const listCommands: readonly Command[] = [
  {
    label: 'Open the chat, or act as the person',
    keys: { chats: 'enter right l' },
    hint: openHint,
    run: (screen) => visibleRoster(screen).chosen?.run?.(),
  },
  { label: 'Tap the key', keys: { keyboard: 'enter' }, hint: 'tap', run: (screen) => tapKey(screen) },
  {
    label: 'Move up, down',
    keys: { list: 'up down k j', keyboard: 'up down left right', choices: 'up down' },
    run: (screen, by) => move(screen, by),
  },
  {
    label: 'Move by a page',
    keys: { list: 'pgup pgdn', choices: 'pgup pgdn', input: 'pgup pgdn' },
    run: movePage,
  },
  {
    label: 'First, last',
    keys: { list: 'home end g G' },
    run: (screen, by) => move(screen, by * Number.POSITIVE_INFINITY),
  },
  { label: 'Back to the input', keys: { list: 'esc', keyboard: 'esc' }, hint: 'back', isLast: true, run: leave },
  {
    label: 'Next, previous pane',
    keys: { input: PANES, list: PANES, keyboard: PANES },
    hint: 'next pane',
    run: cycle,
  },
  { label: 'Find in this list', keys: { list: '/' }, hint: 'filter', run: (screen) => startFilter(screen) },
]
