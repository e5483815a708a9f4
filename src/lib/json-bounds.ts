// How much JSON is read: a look at the text is a fraction of the work of parsing it.

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Nothing that an operation or an action takes comes near these. */
const MAX_DEPTH = 64
const MAX_VALUES = 100_000

/** As much as is looked over in some milliseconds. */
const PIECE = 4 * 1024 * 1024

/** Outside of its texts JSON has no others; whoever parses it gets no further. */
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('[]{}:,"+-.0123456789eEtruefalsn \t\r\n'.includes(String.fromCharCode(code))),
)

const [QUOTE, BACKSLASH, COMMA, SPACE] = [0x22, 0x5c, 0x2c, 0x20]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** How far a text was looked over, and what was in it up to there. */
interface Look {
  at: number
  values: number
  depth: number
  inString: boolean
  /** Whether what was opened last has nothing in it so far. */
  isOpened: boolean
}

const begin = (): Look => ({ at: 0, values: 1, depth: 0, inString: false, isOpened: false })

/** Of what the text has too much; whether it is JSON at all, whoever parses it finds out. */
export const excessOf = (text: string) => lookOn(begin(), text, text.length)

/** The same of a long text, piece by piece: between them others have a turn. */
export async function excessOfLong(text: string): Promise<string | undefined> {
  const look = begin()
  while (look.at < text.length) {
    const excess = lookOn(look, text, Math.min(look.at + PIECE, text.length))
    if (excess !== undefined) return excess
    await nextTurn()
  }
  return undefined
}

/** Sign by sign without a call for each: a text may be made of nothing but quotes. */
function lookOn(look: Look, text: string, end: number): string | undefined {
  let { at, values, depth, inString, isOpened } = look
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
      continue
    }
    if (!SIGNS[code]) {
      look.at = text.length
      return undefined
    }
    if (code <= SPACE) continue
    const isClosing = code === CLOSE_LIST || code === CLOSE_OBJECT
    if (code === COMMA || (isOpened && !isClosing)) values++
    isOpened = code === OPEN_LIST || code === OPEN_OBJECT
    if (isOpened && ++depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`
    if (isClosing) depth--
    inString = code === QUOTE
    if (values > MAX_VALUES) return `more than ${MAX_VALUES} values`
  }
  Object.assign(look, { at, values, depth, inString, isOpened })
  return undefined
}
