// Text as the service measures it: in Unicode code points.

export function codePoints(text: string): number {
  let points = 0
  for (const _ of text) points++
  return points
}

export function longerThan(text: string, points: number): boolean {
  // A code point has at most two units: of a very long text nobody counts them.
  return text.length > 2 * points || (text.length > points && codePoints(text) > points)
}

export function firstPoints(text: string, points: number): string {
  return longerThan(text, points) ? [...text.slice(0, 2 * points)].slice(0, points).join('') : text
}

/** A part of a text keeps the whole in memory: what is kept for long is copied. */
export const copied = (text: string) => Buffer.from(text).toString()

/** White space as Unicode has it: JavaScript's own notion lacks U+0085. */
const WHITE = /[\s\u0085]/
const NOT_WHITE = /[^\s\u0085]/

export const isBlank = (text: string) => !NOT_WHITE.test(text)

/** Without white space at either end. */
export function trimmed(text: string): string {
  const isWhite = (position: number) => WHITE.test(text.charAt(position))
  let start = 0
  let end = text.length
  while (start < end && isWhite(start)) start++
  while (end > start && isWhite(end - 1)) end--
  return text.slice(start, end)
}

export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

/** Puts values into the `{slots}` of a sentence. */
export function fill(sentence: string, slots: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, slot) => String(slots[slot] ?? whole))
}
