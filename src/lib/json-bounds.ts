// Limits the depth and size of JSON by scanning the text before it is parsed.

import { setImmediate as nextTurn } from 'node:timers/promises'

/** The limits of depth and size, far above anything that an operation or action needs. */
const MAX_DEPTH = 64
const MAX_VALUES = 100_000
/** The maximum number of keys in an object. An object with more keys is slow to parse and to compare. */
const MAX_KEYS = 2000

/** The number of characters that are scanned in one turn of the event loop. Scanning them takes a few milliseconds. */
const CHARACTERS_PER_TURN = 4 * 1024 * 1024

/** The characters that JSON allows outside of strings. The scan ends at other characters, which the parser refuses. */
const JSON_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('[]{}:,"+-.0123456789eEtruefalsn \t\r\n'.includes(String.fromCharCode(code))),
)

const [QUOTE, BACKSLASH, COMMA, SPACE] = [0x22, 0x5c, 0x2c, 0x20]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

interface Scan {
  at: number
  values: number
  depth: number
  inString: boolean
  /** The number of keys of the open object at each depth. For a list, it is minus infinity, below every limit. */
  keys: number[]
  /** True if the last character, apart from white space, opened a list or object. */
  isOpened: boolean
}

const START: Readonly<Scan> = { at: 0, values: 1, depth: 0, inString: false, keys: [], isOpened: false }

/** Scans a text in pieces with `findExcess`, and lets other calls run after each piece. */
export async function findExcessInPieces(text: string): Promise<string | undefined> {
  const scan = { ...START, keys: [] }
  while (scan.at < text.length) {
    const excess = findExcess(text, scan, Math.min(scan.at + CHARACTERS_PER_TURN, text.length))
    if (excess !== undefined) return excess
    await nextTurn()
  }
  return undefined
}

/**
 * Describes the exceeded limit, if any, without checking whether the text is valid JSON. The scan continues up to `end`,
 * in one loop without calls of other functions, because texts may be long.
 */
export function findExcess(
  text: string,
  scan: Scan = { ...START, keys: [] },
  end: number = text.length,
): string | undefined {
  const { keys } = scan
  let { at, values, depth, inString, isOpened } = scan
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) inString = false
      continue
    }
    if (!JSON_CHARACTERS[code]) {
      scan.at = text.length
      return undefined
    }
    if (code <= SPACE) continue
    const isClosing = code === CLOSE_LIST || code === CLOSE_OBJECT
    if (code === COMMA || (isOpened && !isClosing)) values++
    isOpened = code === OPEN_LIST || code === OPEN_OBJECT
    if (isOpened) {
      if (++depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`
      keys[depth] = code === OPEN_OBJECT ? 1 : Number.NEGATIVE_INFINITY
    }
    if (isClosing) depth--
    if (code === COMMA && ++keys[depth]! > MAX_KEYS) return `more than ${MAX_KEYS} keys in one object`
    inString = code === QUOTE
    if (values > MAX_VALUES) return `more than ${MAX_VALUES} values`
  }
  Object.assign(scan, { at, values, depth, inString, isOpened })
  return undefined
}
