// A command: its keys, its words and its effect, declared once.

import type { State } from '../state/state.ts'

/** The places that get keys, with their titles in the help: panes, the composer, overlays. */
export const PLACES = {
  browse: 'wherever you are not writing',
  compose: 'the composer',
  chats: 'the list of chats and people',
  talk: 'the conversation',
  keyboard: 'the reply keyboard',
  traffic: 'the traffic',
  inspector: 'the inspector',
  anywhere: 'anywhere',
  find: 'finding',
  palette: 'the palette',
  form: 'a form',
  menu: 'a menu',
  help: 'this help',
  reading: 'what lies on top',
  save: 'saving',
  picture: 'a picture',
  clock: 'the clock',
} as const

export type Place = keyof typeof PLACES

/** The places in which a character is text. */
export const WRITING: readonly Place[] = ['compose', 'find', 'palette', 'form', 'save', 'clock']

/** The places whose keys work too, after those of the place itself. */
export const ALSO: Readonly<Partial<Record<Place, readonly Place[]>>> = {
  chats: ['browse'],
  talk: ['browse'],
  keyboard: ['browse'],
  traffic: ['browse'],
  help: ['reading'],
  inspector: ['browse'],
}

type Run = (state: State) => State

export interface Command {
  keys: Readonly<Partial<Record<Place, readonly string[]>>>
  /** Its words in the help. */
  says: string
  run: Run
  /** Its rank in the bottom line, 1 first; 0 is the last one and always has room. */
  hint?: number
  /** Its words in the bottom line; null if it would do nothing now. */
  now?(state: State): string | null
  /** Its words in the palette. */
  palette?: string
}

/** The keys of a place are separated by spaces; the bottom line names the first one. */
export function command(
  keys: Partial<Record<Place, string>>,
  says: string,
  run: Run,
  hint?: number,
  now?: Command['now'],
): Command {
  const split = Object.entries(keys).map(([place, names]) => [place, names.split(' ')])
  return { keys: Object.fromEntries(split), says, run, ...(hint !== undefined && { hint }), ...(now && { now }) }
}

/** Adds a command to the palette. */
export const inPalette = (palette: string, command: Command): Command => ({ ...command, palette })

const NAMES: Record<string, string> = {
  enter: 'Enter', esc: 'Esc', tab: 'Tab', 'shift-tab': 'Shift-Tab', up: 'Up', down: 'Down', left: 'Left', right: 'Right',
  pgup: 'PgUp', pgdn: 'PgDn', home: 'Home', end: 'End', delete: 'Del', space: 'Space', f1: 'F1', 'alt-enter': 'Alt-Enter',
} // biome-ignore format: a table

/** Returns the name of a key as people know it. */
export const keyName = (key: string): string =>
  NAMES[key] ??
  key.replace(
    /^(ctrl|alt)-(.)$/,
    (_, held: string, char: string) => `${held === 'ctrl' ? 'Ctrl' : 'Alt'}-${char.toUpperCase()}`,
  )
