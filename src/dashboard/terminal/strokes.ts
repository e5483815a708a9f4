// What Ink read from the keyboard, as named keys and text.

import type { Key } from 'ink'

export interface Stroke {
  /** 'enter', 'up', 'ctrl-c', 'alt-enter', or the character itself. */
  key: string
  /** What it writes, if anything. */
  text?: string
}

const NAMES: readonly (readonly [keyof Key, string])[] = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pgup'],
  ['pageDown', 'pgdn'],
  ['home', 'home'],
  ['end', 'end'],
  ['escape', 'esc'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
  ['tab', 'tab'],
  ['return', 'enter'],
]

/** What is held with a key changes these; with others it is as if it were not held. */
const HELD: Readonly<Record<string, string>> = {
  'shift tab': 'shift-tab',
  'shift enter': 'alt-enter',
  'meta enter': 'alt-enter',
  'ctrl left': 'ctrl-left',
  'ctrl right': 'ctrl-right',
  'meta left': 'ctrl-left',
  'meta right': 'ctrl-right',
  'meta backspace': 'ctrl-w',
}
const META: Readonly<Record<string, string>> = { b: 'ctrl-left', f: 'ctrl-right', '\r': 'alt-enter', '\n': 'alt-enter' }

const CONTROL = /[\u0001-\u001a]/

/** Text of several lines that came at once was pasted, even where the terminal does not say so. */
const BURST = /[\r\n][\s\S]*[^\r\n]/

export function strokesOf(input: string, key: Key): Stroke[] {
  if (key.eventType === 'release') return []
  const name = NAMES.find(([flag]) => key[flag])?.[1]
  if (name) {
    const held = key.ctrl ? 'ctrl' : key.meta ? 'meta' : key.shift ? 'shift' : ''
    return [{ key: HELD[`${held} ${name}`] ?? name }]
  }
  if (key.ctrl) return input.length === 1 ? [{ key: `ctrl-${input}` }] : []
  if (key.meta) return heldWithAlt(input)
  return BURST.test(input) ? [paste(input)] : [...input].map(strokeOf)
}

/** Escape and a key after it, from somebody quick, come as one. */
const heldWithAlt = (input: string): Stroke[] =>
  META[input]
    ? [{ key: META[input] }]
    : /^\d$/.test(input)
      ? [{ key: `alt-${input}` }]
      : [{ key: 'esc' }, ...[...input].map(strokeOf)]

function strokeOf(char: string): Stroke {
  if (char === '\r') return { key: 'enter' }
  if (char === '\n') return { key: 'ctrl-j' }
  if (char === '\t') return { key: 'tab' }
  // Ink names a control character that comes alone, and leaves several that come at once as they are.
  if (CONTROL.test(char)) return { key: `ctrl-${String.fromCharCode(char.charCodeAt(0) + 96)}` }
  return { key: char, text: char }
}

export const paste = (text: string): Stroke => ({ key: 'paste', text: text.replace(/\r\n?/g, '\n') })
