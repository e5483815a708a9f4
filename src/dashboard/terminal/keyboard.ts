// The keyboard: bytes of the terminal become strokes, mouse events and answers.

import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'
import type { Key } from 'ink'
import { type Theme, themeOf } from './look.ts'

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
/** An answer of which the rest is still to come. */
const BEGUN = /\u001b(?:\](?:1(?:1(?:;[^\u0007\u001b]*\u001b?)?)?)?|\[(?:[<?][\d;]*)?)$/

/** What the left button and the wheel are called. */
const HOW: Readonly<Record<string, 'click' | 'up' | 'down'>> = { 0: 'click', 64: 'up', 65: 'down' }

function reportOf(said: Record<string, string | undefined>): Report | undefined {
  const { f1, background, button, column, row, end, attributes } = said
  if (f1 !== undefined) return { type: 'key', key: 'f1' }
  if (button !== undefined) {
    const how = end === 'M' ? HOW[button] : undefined
    return how && { type: 'mouse', how, x: Number(column) - 1, y: Number(row) - 1 }
  }
  if (attributes !== undefined) return { type: 'attributes', attributes }
  const theme = themeOf(background ?? '')
  return theme && { type: 'background', theme }
}

/** `ask` is called once what is answered can be read without being seen. */
export function keyStream(stdin: ReadStream, report: (report: Report) => void, ask = () => {}) {
  const keys = new PassThrough()
  keys.setEncoding('utf8')
  let isPasting = false
  let begun = ''

  function read(chunk: Buffer | string) {
    const whole = begun + chunk
    begun = isPasting ? '' : (BEGUN.exec(whole)?.[0] ?? '')
    const text = whole.slice(0, whole.length - begun.length)
    if (isPasting) {
      isPasting = !text.includes('\u001b[201~')
      keys.write(text)
      return
    }
    isPasting = OPEN_PASTE.test(text)
    const left = text.replace(PART, (part, ...rest) => {
      const groups: Record<string, string | undefined> = rest.at(-1)
      if (part.startsWith('\u001b[200~')) return part
      const said = reportOf(groups)
      if (said) report(said)
      return ''
    })
    if (left !== '') keys.write(left)
  }

  return Object.assign(keys, {
    isTTY: true,
    setRawMode(isRaw: boolean) {
      stdin.setRawMode(isRaw)
      stdin.off('data', read)
      if (isRaw) {
        stdin.setEncoding('utf8')
        stdin.on('data', read)
        stdin.resume()
        ask()
      } else stdin.pause()
    },
    ref: () => stdin.ref(),
    unref: () => stdin.unref(),
  })
}
