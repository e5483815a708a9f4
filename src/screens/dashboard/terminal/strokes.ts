// Names the keys that Ink reports, and finds F1 and the mouse, which it drops.

import type { Key } from 'ink'

export interface Stroke {
  /** The name of the key, such as 'enter', 'up' or 'ctrl-c', or the typed character itself. */
  key: string
  text?: string
}

const NAMES = [
  ['upArrow', 'up'], ['downArrow', 'down'], ['leftArrow', 'left'], ['rightArrow', 'right'], ['pageUp', 'pgup'],
  ['pageDown', 'pgdn'], ['home', 'home'], ['end', 'end'], ['escape', 'esc'], ['backspace', 'backspace'],
  ['delete', 'delete'], ['tab', 'tab'], ['return', 'enter'],
] as const // biome-ignore format: a table

/** The named keys that mean something else with Ctrl or Alt, or with Shift. With others, the modifier is ignored. */
const WITH_CTRL: Readonly<Record<string, string>> = {
  left: 'ctrl-left', right: 'ctrl-right', up: 'ctrl-up', down: 'ctrl-down', enter: 'alt-enter', backspace: 'ctrl-w',
} // biome-ignore format: a table
const WITH_SHIFT: Readonly<Record<string, string>> = { tab: 'shift-tab', enter: 'alt-enter' }
const ALT_KEYS: Readonly<Record<string, string>> = {
  b: 'ctrl-left',
  f: 'ctrl-right',
  '\r': 'alt-enter',
  '\n': 'alt-enter',
}

const CONTROL = /[\u0001-\u001a]/

/** Matches input that contains several lines. It is a paste, even if the terminal does not mark it as one. */
const UNMARKED_PASTE = /[\r\n][\s\S]*[^\r\n]/

/** Returns the keys of an input. Fast typing arrives as one input of several keys. */
export function strokesOf(input: string, key: Key): Stroke[] {
  if (key.eventType === 'release') return []
  const name = NAMES.find(([flag]) => key[flag])?.[1]
  if (name) {
    const other = key.ctrl || key.meta ? WITH_CTRL : key.shift ? WITH_SHIFT : {}
    return [{ key: other[name] ?? name }]
  }
  if (key.ctrl) return input.length === 1 ? [{ key: `ctrl-${input}` }] : []
  if (key.meta) return altStrokes(input)
  return UNMARKED_PASTE.test(input) ? [paste(input)] : [...input].map(strokeOf)
}

/** The terminal sends Alt+key as Escape and the key. An unknown combination is read as these two keys. */
const altStrokes = (input: string): Stroke[] =>
  ALT_KEYS[input] ? [{ key: ALT_KEYS[input] }] : [{ key: 'esc' }, ...[...input].map(strokeOf)]

function strokeOf(char: string): Stroke {
  if (char === '\r') return { key: 'enter' }
  if (char === '\n') return { key: 'ctrl-j' }
  if (char === '\t') return { key: 'tab' }
  // Ink names a control character only if it arrives alone, so those in a chunk of several are named here.
  if (CONTROL.test(char)) return { key: `ctrl-${String.fromCharCode(char.charCodeAt(0) + 96)}` }
  return { key: char, text: char }
}

export const paste = (text: string): Stroke => ({ key: 'paste', text: text.replace(/\r\n?/g, '\n') })

export type MouseEvent = { how: 'click' | 'up' | 'down'; x: number; y: number }

const DROPPED = /\u001b(?:OP|\[\[A|\[11~|\[P)|\u001b\[<(?<button>\d+);(?<column>\d+);(?<row>\d+)(?<end>[Mm])/g
const INCOMPLETE_MOUSE = /\u001b\[<[\d;]*$/
const BUTTONS: Readonly<Record<string, MouseEvent['how']>> = { 0: 'click', 64: 'up', 65: 'down' }

/** Returns a listener of the terminal's input, which reports F1 and the mouse. */
export function droppedByInk(onF1: () => void, onMouse: (event: MouseEvent) => void) {
  let incomplete = ''
  return (chunk: Buffer | string) => {
    const text = incomplete + chunk
    incomplete = INCOMPLETE_MOUSE.exec(text)?.[0] ?? ''
    for (const { groups } of text.matchAll(DROPPED)) {
      const { button, column, row, end } = groups ?? {}
      if (button === undefined) onF1()
      else if (end === 'M' && BUTTONS[button])
        onMouse({ how: BUTTONS[button], x: Number(column) - 1, y: Number(row) - 1 })
    }
  }
}
