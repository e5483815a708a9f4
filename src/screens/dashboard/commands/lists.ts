// Commands that every list has: move, choose, leave, and go from pane to pane.

import { batch } from '@preact/signals-core'
import { inspectorItems } from '../inspector/items.ts'
import { chosenOfRoster, openItem, visibleRoster } from '../screen/chats.ts'
import { focusPlace } from '../screen/focus.ts'
import { FOUR_PANES } from '../screen/panes.ts'
import { perform } from '../screen/perform.ts'
import {
  clamp,
  type ListPlace,
  openOverlay,
  type Place,
  type Screen,
  setFilter,
  setInspector,
  stepOver,
} from '../screen/screen.ts'
import { messageOfEntry, visibleTraffic } from '../screen/traffic.ts'
import { inputOf } from '../text/input.ts'
import type { Command } from './command.ts'

const placesOf = ({ chat, size }: Screen): Place[] => {
  const keyboard: Place[] = chat.peek()?.reply_keyboard ? ['keyboard'] : []
  const inspector: Place[] = size.peek().columns >= FOUR_PANES ? ['inspector'] : []
  return ['input', ...keyboard, 'messages', 'chats', 'traffic', ...inspector]
}

const cycle = (by: 1 | -1) => (screen: Screen) => {
  const places = placesOf(screen)
  const at = places.indexOf(screen.focus.peek())
  focusPlace(screen, places[(at + by + places.length) % places.length]!)
}

/** Moves the chosen message, or scrolls the chat while the input has the focus. */
export function moveMessages(screen: Screen, by: number) {
  const { conversation, messageId, buttonAt, focus, unseen, me, open, model } = screen
  const shown = conversation.peek()
  const messages = shown?.messages ?? []
  const at = messages.findIndex(({ message_id }) => message_id === messageId.peek())
  const to = clamp((at < 0 ? messages.length - 1 : at) + by, messages.length)
  const isNewest = to === messages.length - 1
  batch(() => {
    // At the newest message, a chat that is only scrolled follows new messages again.
    messageId.value = isNewest && focus.peek() === 'input' ? null : (messages[to]?.message_id ?? null)
    buttonAt.value = 0
    if (isNewest) unseen.value = 0
  })
  if (to === 0 && by < 0 && shown?.hasEarlier && me.peek() && open.peek())
    void model.loadEarlier(me.peek()!, open.peek()!)
}

function moveTraffic(screen: Screen, by: number) {
  const entries = visibleTraffic(screen)
  const at = entries.findIndex(({ id }) => id === screen.entryId.peek())
  const from = at < 0 ? entries.length - 1 : at
  const to = from + by
  batch(() => {
    // Moving below the newest entry follows the newest again.
    screen.entryId.value = to >= entries.length ? null : (entries[clamp(to, entries.length)]?.id ?? null)
    screen.messageId.value = messageOfEntry(screen, entries[clamp(to, entries.length)])?.message_id ?? null
  })
}

export function moveInspector(screen: Screen, by: number) {
  const { at } = screen.inspector.peek()
  const items = inspectorItems(screen)
  setInspector(screen, { at: stepOver(items, clamp(at, items.length), by) })
}

function moveKey({ buttonAt, chat }: Screen, by: number) {
  buttonAt.value = clamp(buttonAt.peek() + by, chat.peek()?.reply_keyboard?.flat().length ?? 0)
}

export function move(screen: Screen, by: number) {
  const moves: Record<Place, (screen: Screen, by: number) => void> = {
    input: moveMessages,
    messages: moveMessages,
    traffic: moveTraffic,
    inspector: moveInspector,
    keyboard: moveKey,
    chats: ({ chatAt }) => {
      const roster = visibleRoster(screen)
      chatAt.value = stepOver(roster, stepOver(roster, chatAt.peek(), 0), by)
    },
  }
  moves[screen.focus.peek()](screen, by)
}

/** The number of items of a page. A message has about four rows. */
export const pageOf = ({ size, focus }: Screen) => {
  const rows = Math.max(1, size.peek().rows - 8)
  return focus.peek() === 'messages' || focus.peek() === 'input' ? Math.ceil(rows / 4) : rows
}

/** Clears the filter, then returns to the input. */
function leave(screen: Screen) {
  const { focus, filters, behind, size } = screen
  const place = focus.peek()
  if (place in filters.peek() && filters.peek()[place as ListPlace] !== '') setFilter(screen, place as ListPlace, '')
  else if (place === 'inspector' && size.peek().columns < FOUR_PANES) focusPlace(screen, behind.peek())
  else focusPlace(screen, 'input')
}

export function startFilter(screen: Screen, place: ListPlace) {
  const before = screen.filters.peek()[place]
  openOverlay(screen, { kind: 'filter', place, input: inputOf(before), before })
}

function openChosenItem(screen: Screen) {
  const item = chosenOfRoster(screen)
  if (item) openItem(screen, item)
}

const openHint = (screen: Screen) => {
  const item = chosenOfRoster(screen)
  return item ? (item.kind === 'person' ? `be ${item.title}` : 'open') : null
}

function tapKey(screen: Screen) {
  const key = screen.chat.peek()?.reply_keyboard?.flat()[screen.buttonAt.peek()]
  if (!key) return
  void perform(screen, 'tap', { as: screen.me.peek(), bot: screen.open.peek(), key: key.text })
}

const search = (screen: Screen) => startFilter(screen, screen.focus.peek() as ListPlace)
const PANES = (key: string) => ({ input: key, list: key, keyboard: key })

export const listCommands: readonly Command[] = [
  {
    label: 'Open the chat, or act as the person',
    keys: { chats: 'enter right l' },
    hint: openHint,
    run: openChosenItem,
  },
  { label: 'Tap the key', keys: { keyboard: 'enter' }, hint: 'tap', run: tapKey },
  { label: 'Up', keys: { list: 'up k', keyboard: 'up left' }, run: (screen) => move(screen, -1) },
  { label: 'Down', keys: { list: 'down j', keyboard: 'down right' }, run: (screen) => move(screen, 1) },
  { label: 'A page up', keys: { list: 'pgup' }, run: (screen) => move(screen, -pageOf(screen)) },
  { label: 'A page down', keys: { list: 'pgdn' }, run: (screen) => move(screen, pageOf(screen)) },
  { label: 'First', keys: { list: 'home g' }, run: (screen) => move(screen, Number.NEGATIVE_INFINITY) },
  { label: 'Last', keys: { list: 'end G' }, run: (screen) => move(screen, Number.POSITIVE_INFINITY) },
  { label: 'Back to the input', keys: { list: 'esc', keyboard: 'esc' }, hint: 'back', isLast: true, run: leave },
  { label: 'Next pane', keys: PANES('tab'), hint: 'next pane', run: cycle(1) },
  { label: 'Previous pane', keys: PANES('shift-tab'), run: cycle(-1) },
  { label: 'Find in this list', keys: { list: '/' }, hint: 'filter', run: search },
]
