// A command: its label, its keys by place, and what it does.

import type { Overlay, Place, Screen } from '../screen/screen.ts'

/** The places that have keys of their own, with their titles in the help. `list` means chats, messages, traffic, inspector. */
export const PLACE_TITLES = {
  anywhere: 'everywhere',
  always: 'everywhere, also above the panes',
  input: 'the input',
  list: 'every list',
  chats: 'chats and people',
  messages: 'messages',
  keyboard: 'the reply keyboard',
  traffic: 'the traffic',
  inspector: 'the inspector',
  choices: 'the palette, the clock, menus, forms, this help',
  filter: 'a search',
} as const satisfies Record<'anywhere' | 'always' | 'list' | Place | Overlay['kind'], string>

export type KeyPlace = keyof typeof PLACE_TITLES

/** Keys, the palette, the help and the hint line derive from it. The hint line prefers what is declared first. */
export interface Command {
  /** In the words of people, for the help and the palette. */
  label: string
  /** The keys by place, separated by spaces. The hint line shows the first one. */
  keys: Partial<Record<KeyPlace, string>>
  /** The words of the hint line; null or undefined leaves the command out. */
  hint?: string | ((screen: Screen) => string | null)
  /** True for the hints at the end of the line, which are shown first of all. */
  isLast?: boolean
  /** More words by which the palette finds it. Only commands with words are in the palette. */
  words?: string
  applies?(screen: Screen): boolean
  /** `by` is the direction of the key: -1 for Up and the like, 1 for others. */
  run(screen: Screen, by: number): void
}

/** The keys that go up or back. */
export const BACK_KEYS: readonly string[] = [
  'up', 'k', 'left', 'h', 'pgup', 'home', 'g', 'shift-tab', 'ctrl-up',
] // biome-ignore format: a row

const NAMES: Record<string, string> = {
  enter: 'Enter', esc: 'Esc', tab: 'Tab', 'shift-tab': 'Shift-Tab', up: 'Up', down: 'Down', left: 'Left', right: 'Right',
  pgup: 'PgUp', pgdn: 'PgDn', home: 'Home', end: 'End', delete: 'Del', space: 'Space', f1: 'F1',
} // biome-ignore format: a table

/** Returns a key as people write it, such as `Ctrl-P`. */
export const keyName = (key: string): string =>
  NAMES[key] ??
  key.replace(/^(ctrl|alt)-(.+)$/, (_, held: string, rest: string) => {
    const name = NAMES[rest] ?? rest.toUpperCase()
    return `${held === 'ctrl' ? 'Ctrl' : 'Alt'}-${name}`
  })

export const keysIn = ({ keys }: Command, place: KeyPlace): string[] => keys[place]?.split(' ') ?? []
