// The keyboard as Ink reads it, without what Ink has no name for: that is reported beside it.

import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { type Theme, themeOf } from './look.ts'

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
