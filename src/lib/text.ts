// Measures, truncates and trims text in Unicode code points, as the service does.

export function codePoints(text: string): number {
  let points = 0
  for (const _ of text) points++
  return points
}

export function longerThan(text: string, points: number): boolean {
  // `length` counts UTF-16 units, and a code point has at most two of them. So a text with more than twice as many
  // units as allowed points is certainly longer, and its code points do not need to be counted.
  return text.length > 2 * points || (text.length > points && codePoints(text) > points)
}

export function firstPoints(text: string, points: number): string {
  return longerThan(text, points) ? [...text.slice(0, 2 * points)].slice(0, points).join('') : text
}

/**
 * Copies a text that was cut from a longer one, so that the longer one can be freed: a slice keeps the whole string in
 * memory for as long as the slice exists.
 */
export const copyText = (text: string) => Buffer.from(text).toString()

/** Unicode white space. U+0085 is listed because JavaScript's `\s` does not include it. */
const WHITE = /[\s\u0085]/
const NOT_WHITE = /[^\s\u0085]/

export const isBlank = (text: string) => !NOT_WHITE.test(text)

/** Returns the text without Unicode white space at both ends. */
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

/** Replaces each `{name}` in a sentence by the value with that name in `slots`. A name without a value remains unchanged. */
export function fill(sentence: string, slots: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, slot) => String(slots[slot] ?? whole))
}
