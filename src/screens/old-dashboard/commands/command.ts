// A keyboard command of the dashboard: its keys, its description and its effect.

import { topOverlay } from '../state/change.ts'
import type { State } from '../state/state.ts'
import { isStartCommandShown } from '../traffic/program.ts'

/** The parts of the dashboard that have keys of their own, with their titles in the help. */
export const CONTEXT_TITLES = {
  browse: 'all panes',
  compose: 'the composer',
  first: 'the composer, before a bot is connected',
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
  past: 'an earlier moment',
  clock: 'the clock',
} as const

export type KeyContext = keyof typeof CONTEXT_TITLES

/** The contexts with a text field, in which a typed character is inserted instead of running a command. */
export const TEXT_CONTEXTS: readonly KeyContext[] = ['compose', 'first', 'find', 'palette', 'form', 'save', 'clock']

export const INHERITED_CONTEXTS: Readonly<Partial<Record<KeyContext, readonly KeyContext[]>>> = {
  first: ['compose'],
  chats: ['browse'],
  conversation: ['browse'],
  keyboard: ['browse'],
  traffic: ['browse'],
  inspector: ['browse'],
}

export const keyContextOf = (state: State) => {
  const { shownStep, find, focus, composer } = state
  const isBeforeFirstText = focus === 'compose' && composer.text === '' && isStartCommandShown(state)
  return topOverlay(state)?.kind ?? (shownStep !== null ? 'past' : find ? 'find' : isBeforeFirstText ? 'first' : focus)
}

export interface Command {
  keys: Readonly<Partial<Record<KeyContext, readonly string[]>>>
  description: string
  run(state: State): State
  /**
   * The rank of the hint. A narrow screen omits the hints with the highest ranks first. A hint of rank 0 is at the end
   * of the line, and is omitted last.
   */
  hintRank?: number | undefined
  /** Returns the text of the key hint; null hides the hint, for example while the command does nothing. */
  currentHint?: ((state: State) => string | null) | undefined
  /** The description in the palette, which lists only the commands that have such a description. */
  palette?: string
}

/** Creates a command. Several keys of a context are separated by spaces; the key hint shows the first of them. */
export function command(
  keys: Partial<Record<KeyContext, string>>,
  description: string,
  run: Command['run'],
  hintRank?: number,
  currentHint?: Command['currentHint'],
): Command {
  const split = Object.entries(keys).map(([place, names]) => [place, names.split(' ')])
  return { keys: Object.fromEntries(split), description, run, hintRank, currentHint }
}

/** Returns a hint that is shown only while a chat is open. */
export const ifOpen = (hint: string) => (state: State) => (state.open === null ? null : hint)

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
