// Commands of what covers the panes: choose, move, close; and of a search.

import { chosenOfRoster, openItem } from '../screen/chats.ts'
import { closeOverlay, replaceOverlay, type Screen, setFilter, stepOver, topOverlay } from '../screen/screen.ts'
import type { Command } from './command.ts'

const choicesOf = (screen: Screen) => {
  const top = topOverlay(screen)
  return top?.kind === 'choices' ? top : undefined
}

const move =
  (by: number, isPage = false) =>
  (screen: Screen) => {
    const top = choicesOf(screen)
    if (!top) return
    const items = top.items(screen, top.input?.text ?? '')
    const rows = isPage ? Math.max(1, screen.size.peek().rows - 8) : 1
    replaceOverlay(screen, { ...top, at: stepOver(items, Math.min(top.at, items.length - 1), by * rows) })
  }

const chosenChoice = (screen: Screen) => {
  const top = choicesOf(screen)
  return top?.items(screen, top.input?.text ?? '')[top.at]
}

function choose(screen: Screen) {
  const item = chosenChoice(screen)
  if (!item?.run) return
  closeOverlay(screen)
  item.run()
}

const chooseHint = (screen: Screen) => (chosenChoice(screen)?.run ? 'choose' : null)

const filterOf = (screen: Screen) => {
  const top = topOverlay(screen)
  return top?.kind === 'filter' ? top : undefined
}

/** Ends the search and keeps its filter. In the list of chats, opens the chosen item. */
function keepFilter(screen: Screen) {
  const top = filterOf(screen)
  closeOverlay(screen)
  const item = top?.place === 'chats' ? chosenOfRoster(screen) : undefined
  if (item) openItem(screen, item)
}

function dropFilter(screen: Screen) {
  const top = filterOf(screen)
  closeOverlay(screen)
  if (top) setFilter(screen, top.place, top.before)
}

export const choicesCommands: readonly Command[] = [
  { label: 'Choose', keys: { choices: 'enter' }, hint: chooseHint, run: choose },
  { label: 'Up', keys: { choices: 'up' }, run: move(-1) },
  { label: 'Down', keys: { choices: 'down' }, run: move(1) },
  { label: 'A page up', keys: { choices: 'pgup' }, run: move(-1, true) },
  { label: 'A page down', keys: { choices: 'pgdn' }, run: move(1, true) },
  { label: 'Keep the filter; open the chat', keys: { filter: 'enter' }, hint: 'keep', run: keepFilter },
  { label: 'Drop the filter', keys: { filter: 'esc' }, hint: 'cancel', run: dropFilter },
  { label: 'Close', keys: { choices: 'esc', form: 'esc' }, hint: 'close', isLast: true, run: closeOverlay },
]
