// How much JSON is read: a look at the text is a fraction of the work of parsing it.

/** Nothing that an operation or an action takes comes near these. */
const MAX_DEPTH = 64
const MAX_VALUES = 100_000

const [QUOTE, BACKSLASH, COMMA, SPACE] = [0x22, 0x5c, 0x2c, 0x20]
const OPENING: readonly number[] = [0x5b, 0x7b]
const CLOSING: readonly number[] = [0x5d, 0x7d]

/** Of what the text has too much; whether it is JSON at all, whoever parses it finds out. */
export function excessOf(text: string): string | undefined {
  let values = 1
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = endOfString(text, i)
    else if (code === COMMA) values++
    else if (OPENING.includes(code)) {
      if (++depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`
      if (!isEmptyAfter(text, i)) values++
    } else if (CLOSING.includes(code)) depth--
    if (values > MAX_VALUES) return `more than ${MAX_VALUES} values`
  }
  return undefined
}

/** Where the closing quote is; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

function isEmptyAfter(text: string, opening: number): boolean {
  let i = opening + 1
  while (text.charCodeAt(i) <= SPACE) i++
  return CLOSING.includes(text.charCodeAt(i))
}
