// Measures, truncates, trims and parses text. Lengths are in Unicode code points.

export function codePoints(text: string): number {
  let points = 0
  for (const _ of text) points++
  return points
}

export function longerThan(text: string, points: number): boolean {
  // A code point has at most two UTF-16 units, so a text of more than `2 * points` units needs no counting.
  return text.length > 2 * points || (text.length > points && codePoints(text) > points)
}

export function firstPoints(text: string, points: number): string {
  return longerThan(text, points) ? [...text.slice(0, 2 * points)].slice(0, points).join('') : text
}

/** Copies a short part of a long text, because a slice would keep the long text in memory. */
export const copyText = (text: string) => Buffer.from(text).toString()

/** Matches Unicode white space. U+0085 is listed because `\s` doesn't match it. */
const WHITE = /[\s\u0085]/
const NOT_WHITE = /[^\s\u0085]/

export const isBlank = (text: string) => !NOT_WHITE.test(text)

/** Removes Unicode white space at both ends. */
export function trim(text: string): string {
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

/** Replaces each `{name}` in a sentence with its value. A `{name}` without a value remains. */
export function fillPlaceholders(sentence: string, slots: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, slot) => String(slots[slot] ?? whole))
}

/** Parses JSON. Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
