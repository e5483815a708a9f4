// Commands of what covers the panes: choose from a list, search.

import { visibleRoster } from '../screen/chats.ts'
import { choicesIn, closeOverlay, overlayOf, type Screen, setFilter } from '../screen/screen.ts'
import type { Command } from './command.ts'

function choose(screen: Screen) {
  const { chosen } = choicesIn(screen)
  if (!chosen?.run) return
  if (!chosen.isStep) closeOverlay(screen)
  chosen.run()
}

const chooseHint = (screen: Screen) => (choicesIn(screen).chosen?.run ? 'choose' : null)

/** Ends the search and keeps its filter. In the list of chats, opens the chosen item. */
function keepFilter(screen: Screen) {
  const { place } = overlayOf(screen, 'filter')!
  closeOverlay(screen)
  if (place === 'chats') visibleRoster(screen).chosen?.run?.()
}

function dropFilter(screen: Screen) {
  setFilter(screen, overlayOf(screen, 'filter')!.place, '')
  closeOverlay(screen)
}

export const overlayCommands: readonly Command[] = [
  { label: 'Choose', keys: { choices: 'enter tab' }, hint: chooseHint, run: choose },
  { label: 'Keep the filter; open the chat', keys: { filter: 'enter' }, hint: 'keep', run: keepFilter },
  { label: 'Drop the filter', keys: { filter: 'esc' }, hint: 'cancel', run: dropFilter },
  { label: 'Close', keys: { choices: 'esc' }, hint: 'close', isLast: true, run: closeOverlay },
]
