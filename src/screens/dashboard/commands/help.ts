// The help: keys that work everywhere, those of the pane, then the rest.

import type { Item } from '../components/list.tsx'
import { strong } from '../components/words.tsx'
import type { Screen } from '../screen/screen.ts'
import { type Command, type KeyPlace, keyName, keysIn, PLACE_TITLES } from './command.ts'

const KEY_CELLS = 18

const placesOf = (screen: Screen): KeyPlace[] => {
  const focus = screen.focus.value
  const first: KeyPlace[] = ['anywhere', focus, ...(focus === 'input' ? [] : (['list'] as const))]
  return [...first, ...(Object.keys(PLACE_TITLES) as KeyPlace[]).filter((place) => !first.includes(place))]
}

export function helpItems(screen: Screen, commands: readonly Command[], filter: string): Item[] {
  const words = filter.toLowerCase()
  return placesOf(screen).flatMap((place): Item[] => {
    const items = commands.flatMap((command): Item[] => {
      const keys = keysIn(command, place).map(keyName).join(' ')
      const text = `${keys} ${command.label} ${command.words ?? ''}`.toLowerCase()
      if (!keys || !text.includes(words)) return []
      return [{ id: `${place} ${keys} ${command.label}`, parts: [strong(keys.padEnd(KEY_CELLS)), ` ${command.label}`] }]
    })
    return items.length ? [{ id: place, parts: [strong(PLACE_TITLES[place])], isHeading: true }, ...items] : []
  })
}
