// The inspector's views, each as the items of a list.

import { type Item, saying, textOfParts } from '../screen/items.ts'
import { chosenIn, type InspectorView, type Screen } from '../screen/screen.ts'
import { botItems, faultItems, type ItemsOfBot, limitItems } from './bot-items.ts'
import { chosenItems, chosenTitle } from './chosen-items.ts'
import { memberItems } from './members.ts'
import { replayItems, stepItems, stepsTitle } from './replay-items.ts'

export interface View {
  /** The key that shows the view in a list, and its description in the help, the palette and the title. */
  key?: string
  label: string
  words: string
  applies?(screen: Screen): boolean
  title?(screen: Screen): string
  items(screen: Screen): Item[]
}

const NO_BOT = saying('No bots yet. Ctrl-P, then "bot", creates one.')

/** A view of the open chat's bot, else of the first one. */
const ofBot = (key: string, label: string, words: string, items: ItemsOfBot): View => ({
  key,
  label,
  words,
  title: (screen) => `${label} - ${screen.currentBot.value?.first_name ?? 'no bot'}`,
  items(screen) {
    const bot = screen.currentBot.value
    return bot ? items(screen, bot) : [NO_BOT]
  },
})

export const VIEWS: Readonly<Record<InspectorView, View>> = {
  chosen: { label: 'What is chosen', words: '', title: chosenTitle, items: chosenItems },
  replay: { label: 'The update given again', words: '', items: replayItems },
  steps: { key: 'T', label: 'Recorded steps', words: 'recording scenario', title: stepsTitle, items: stepItems },
  bot: ofBot('B', "What the bot does, and why it's silent", 'diagnosis silent program output', botItems),
  limits: ofBot('L', 'Limits of the bot', '429 too many flood', limitItems),
  faults: ofBot('F', 'Injected faults', 'errors', faultItems),
  members: {
    key: 'P',
    label: 'Members, rights and mutes',
    words: 'people administrators promote mute',
    applies: ({ chat }) => chat.value?.kind !== 'private',
    items: memberItems,
  },
}

export const viewTitle = (screen: Screen) => {
  const { title, label } = VIEWS[screen.inspector.value.view]
  return title?.(screen) ?? label
}

/** The items that match the filter. Reads signals. */
export function inspectorItems(screen: Screen) {
  const { view, at } = screen.inspector.value
  const words = screen.filters.value.inspector.toLowerCase()
  const found = VIEWS[view].items(screen).filter(({ parts }) => textOfParts(parts).toLowerCase().includes(words))
  return chosenIn(found.length ? found : [saying('No matches.')], at)
}
