// A command: its keys, its words and its effect, declared once.

import type { State } from '../state/state.ts'

/** The contexts that get keys, with their titles in the help: panes, the composer, overlays. */
export const CONTEXT_TITLES = {
  browse: 'all panes',
  compose: 'the composer',
  chats: 'the list of chats and people',
  conversation: 'the conversation',
  keyboard: 'the reply keyboard',
  traffic: 'the traffic',
  inspector: 'the inspector',
  anywhere: 'anywhere',
  find: 'the search',
  palette: 'the palette',
  form: 'a form',
  menu: 'a menu',
  help: 'this help',
  save: 'a file name',
  picture: 'a picture',
  clock: 'the clock',
} as const

export type KeyContext = keyof typeof CONTEXT_TITLES

/** The contexts in which a typed character is text, not a command. */
export const TEXT_CONTEXTS: readonly KeyContext[] = ['compose', 'find', 'palette', 'form', 'save', 'clock']

/** Other contexts whose keys also work in a context. */
export const INHERITED_CONTEXTS: Readonly<Partial<Record<KeyContext, readonly KeyContext[]>>> = {
  chats: ['browse'],
  conversation: ['browse'],
  keyboard: ['browse'],
  traffic: ['browse'],
  inspector: ['browse'],
}

type Run = (state: State) => State

export interface Command {
  keys: Readonly<Partial<Record<KeyContext, readonly string[]>>>
  description: string
  run: Run
  /** The rank in the bottom line, 1 first; 0 is the last one and always has room. */
  hintRank?: number
  /** Returns the words in the bottom line; null if the command would do nothing now. */
  currentHint?(state: State): string | null
  /** The description in the palette; a command without one is not listed there. */
  palette?: string
}

/** Returns a command. The keys of a context are separated by spaces; the bottom line names the first one. */
export function command(
  keys: Partial<Record<KeyContext, string>>,
  description: string,
  run: Run,
  hintRank?: number,
  currentHint?: Command['currentHint'],
): Command {
  const split = Object.entries(keys).map(([place, names]) => [place, names.split(' ')])
  return {
    keys: Object.fromEntries(split),
    description,
    run,
    ...(hintRank !== undefined && { hintRank }),
    ...(currentHint && { currentHint }),
  }
}

export const inPalette = (palette: string, command: Command): Command => ({ ...command, palette })

const NAMES: Record<string, string> = {
  enter: 'Enter', esc: 'Esc', tab: 'Tab', 'shift-tab': 'Shift-Tab', up: 'Up', down: 'Down', left: 'Left', right: 'Right',
  pgup: 'PgUp', pgdn: 'PgDn', home: 'Home', end: 'End', delete: 'Del', space: 'Space', f1: 'F1', 'alt-enter': 'Alt-Enter',
} // biome-ignore format: a table

export const keyName = (key: string): string =>
  NAMES[key] ??
  key.replace(
    /^(ctrl|alt)-(.)$/,
    (_, held: string, char: string) => `${held === 'ctrl' ? 'Ctrl' : 'Alt'}-${char.toUpperCase()}`,
  )
