// Parses terminal input into key strokes, mouse events and answers of the terminal.

import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'
import type { Key } from 'ink'
import { type Theme, themeOf } from '../text/style.ts'

export interface Stroke {
  /** The name of the key, such as 'enter', 'up', 'ctrl-c' or 'alt-enter', or the typed character itself. */
  key: string
  text?: string
}

const NAMES = [
  ['upArrow', 'up'], ['downArrow', 'down'], ['leftArrow', 'left'], ['rightArrow', 'right'], ['pageUp', 'pgup'],
  ['pageDown', 'pgdn'], ['home', 'home'], ['end', 'end'], ['escape', 'esc'], ['backspace', 'backspace'],
  ['delete', 'delete'], ['tab', 'tab'], ['return', 'enter'],
] as const // biome-ignore format: a table

/** Maps a modifier and a named key to a stroke. For a pair that is not listed here, the modifier is ignored. */
const MODIFIED_KEYS: Readonly<Record<string, string>> = {
  'shift tab': 'shift-tab',
  'shift enter': 'alt-enter',
  'meta enter': 'alt-enter',
  'ctrl left': 'ctrl-left',
  'ctrl right': 'ctrl-right',
  'meta left': 'ctrl-left',
  'meta right': 'ctrl-right',
  'meta backspace': 'ctrl-w',
}
const ALT_KEYS: Readonly<Record<string, string>> = {
  b: 'ctrl-left',
  f: 'ctrl-right',
  '\r': 'alt-enter',
  '\n': 'alt-enter',
}

const CONTROL = /[\u0001-\u001a]/

/** Matches input that contains several lines. It is a paste, even if the terminal does not mark it as one. */
const UNMARKED_PASTE = /[\r\n][\s\S]*[^\r\n]/

export function strokesOf(input: string, key: Key): Stroke[] {
  if (key.eventType === 'release') return []
  const name = NAMES.find(([flag]) => key[flag])?.[1]
  if (name) {
    const modifier = key.ctrl ? 'ctrl' : key.meta ? 'meta' : key.shift ? 'shift' : ''
    return [{ key: MODIFIED_KEYS[`${modifier} ${name}`] ?? name }]
  }
  if (key.ctrl) return input.length === 1 ? [{ key: `ctrl-${input}` }] : []
  if (key.meta) return altStrokes(input)
  return UNMARKED_PASTE.test(input) ? [paste(input)] : [...input].map(strokeOf)
}

/** The terminal sends Alt+key as Escape and the key. An unknown combination is read as these two keys. */
const altStrokes = (input: string): Stroke[] =>
  ALT_KEYS[input]
    ? [{ key: ALT_KEYS[input] }]
    : /^\d$/.test(input)
      ? [{ key: `alt-${input}` }]
      : [{ key: 'esc' }, ...[...input].map(strokeOf)]

function strokeOf(char: string): Stroke {
  if (char === '\r') return { key: 'enter' }
  if (char === '\n') return { key: 'ctrl-j' }
  if (char === '\t') return { key: 'tab' }
  // Ink names a control character only if it arrives alone, so those in a chunk of several are named here.
  if (CONTROL.test(char)) return { key: `ctrl-${String.fromCharCode(char.charCodeAt(0) + 96)}` }
  return { key: char, text: char }
}

export const paste = (text: string): Stroke => ({ key: 'paste', text: text.replace(/\r\n?/g, '\n') })

export type Report =
  | { type: 'key'; key: string }
  | { type: 'background'; theme: Theme }
  | { type: 'attributes'; attributes: string }
  | { type: 'mouse'; how: 'click' | 'up' | 'down'; x: number; y: number }

const PASTE = '\u001b\\[200~[\\s\\S]*?(?:\u001b\\[201~|$)'
const F1 = '\u001bOP|\u001b\\[\\[A|\u001b\\[11~|\u001b\\[P'
const BACKGROUND = '\u001b\\]11;(?<background>[^\u0007\u001b]*)(?:\u0007|\u001b\\\\)'
const MOUSE = '\u001b\\[<(?<button>\\d+);(?<column>\\d+);(?<row>\\d+)(?<end>[Mm])'
const ATTRIBUTES = '\u001b\\[\\?(?<attributes>[\\d;]+)c'
const PART = new RegExp(`${PASTE}|(?<f1>${F1})|${BACKGROUND}|${MOUSE}|${ATTRIBUTES}`, 'g')
const OPEN_PASTE = /\u001b\[200~(?![\s\S]*\u001b\[201~)/
const INCOMPLETE_SEQUENCE = /\u001b(?:\](?:1(?:1(?:;[^\u0007\u001b]*\u001b?)?)?)?|\[(?:[<?][\d;]*)?)$/

const MOUSE_EVENTS: Readonly<Record<string, 'click' | 'up' | 'down'>> = { 0: 'click', 64: 'up', 65: 'down' }

function reportOf(groups: Record<string, string | undefined>): Report | undefined {
  const { f1, background, button, column, row, end, attributes } = groups
  if (f1 !== undefined) return { type: 'key', key: 'f1' }
  if (button !== undefined) {
    const how = end === 'M' ? MOUSE_EVENTS[button] : undefined
    return how && { type: 'mouse', how, x: Number(column) - 1, y: Number(row) - 1 }
  }
  if (attributes !== undefined) return { type: 'attributes', attributes }
  const theme = themeOf(background ?? '')
  return theme && { type: 'background', theme }
}

/**
 * Passes keys to Ink, and all other input to `report`. `ask` queries the terminal; it is called in raw mode, so that
 * the terminal does not echo the answers.
 */
export function keyStream(stdin: ReadStream, report: (report: Report) => void, ask = () => {}) {
  const keys = new PassThrough()
  keys.setEncoding('utf8')
  let isPasting = false
  let incomplete = ''

  function parseChunk(chunk: Buffer | string) {
    const whole = incomplete + chunk
    incomplete = isPasting ? '' : (INCOMPLETE_SEQUENCE.exec(whole)?.[0] ?? '')
    const text = whole.slice(0, whole.length - incomplete.length)
    if (isPasting) {
      isPasting = !text.includes('\u001b[201~')
      keys.write(text)
      return
    }
    isPasting = OPEN_PASTE.test(text)
    const remaining = text.replace(PART, (part, ...rest) => {
      const groups: Record<string, string | undefined> = rest.at(-1)
      if (part.startsWith('\u001b[200~')) return part
      const parsed = reportOf(groups)
      if (parsed) report(parsed)
      return ''
    })
    if (remaining !== '') keys.write(remaining)
  }

  return Object.assign(keys, {
    isTTY: true,
    setRawMode(isRaw: boolean) {
      stdin.setRawMode(isRaw)
      stdin.off('data', parseChunk)
      if (isRaw) {
        stdin.setEncoding('utf8')
        stdin.on('data', parseChunk)
        stdin.resume()
        ask()
      } else stdin.pause()
    },
    ref: () => stdin.ref(),
    unref: () => stdin.unref(),
  })
}
