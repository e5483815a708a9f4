// A value in a sentence: with its type where that could be mistaken, and what cannot be seen escaped.

import { agreement, regexIn, type WrittenRegex } from './regex.ts'

const MAX = 300
/** How much of two long texts is shown before the place where they part. */
const BEFORE = 40
const UNSEEN = /\p{Cc}|\p{Cf}|\p{Default_Ignorable_Code_Point}|[^\S ]/gu

export function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = (JSON.stringify(value) ?? String(value)).replace(UNSEEN, escaped)
  const short = text.length > MAX ? `${text.slice(0, MAX)}…` : text
  return typeof value === 'number' ? `${short} (a number)` : short
}

function escaped(char: string): string {
  const digits = hexPoint(char)
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`
}

/** One value in place of another; of texts that look alike also where they part. */
export function shownDifference(actual: unknown, expected: unknown): string {
  const { was, wanted, pattern, parting } = sidesOf(actual, expected)
  if (pattern) return `${was}, which does not match ${wanted}`
  return `${was}, not ${wanted}${parting ? ` (they part at ${parting})` : ''}`
}

/** The same below one another, to be read at a glance. */
export function differenceLines(where: string, actual: unknown, expected: unknown): string[] {
  const {
    was,
    wanted,
    pattern,
    parting = pattern && patternParting(pattern, String(actual)),
  } = sidesOf(actual, expected)
  const indent = ' '.repeat(where.length)
  return [
    `${where} was       ${was}`,
    `${indent} expected  ${wanted}`,
    ...(parting ? [`${indent} they part at ${parting}`] : []),
  ]
}

interface Sides {
  was: string
  wanted: string
  pattern?: WrittenRegex
  /** Where two texts part, when that is hard to see. */
  parting?: string
}

function sidesOf(actual: unknown, expected: unknown): Sides {
  if (typeof expected === 'string' && typeof actual !== 'object' && actual !== undefined) {
    const regex = regexIn(expected)
    if (regex) return { was: shown(actual), wanted: expected.replace(UNSEEN, escaped), pattern: regex }
  }
  if (typeof actual !== 'string' || typeof expected !== 'string') {
    return { was: shown(actual), wanted: shown(expected) }
  }
  const place = partingOf(actual, expected)
  const from = Math.max(actual.length, expected.length) > MAX ? Math.max(0, place - BEFORE) : 0
  const window = (text: string) => (from ? `…${shown(text.slice(from))}` : shown(text))
  const sides = { was: window(actual), wanted: window(expected) }
  const [one, other] = [pointAt(actual, place), pointAt(expected, place)]
  if (!from && !isMistakable(one) && !isMistakable(other)) return sides
  return { ...sides, parting: `character ${place + 1}: ${named(one)} in place of ${named(other)}` }
}

/** A sign outside ASCII that is shown as it is may look like another. */
const isMistakable = (char: string) => /[^\u0020-\u007e]/.test(char) && char.search(UNSEEN) < 0

const named = (char: string) => (char === '' ? 'the end' : `U+${hexPoint(char).toUpperCase()}`)

const hexPoint = (char: string) => (char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')

function pointAt(text: string, place: number): string {
  const point = text.codePointAt(place)
  return point === undefined ? '' : String.fromCodePoint(point)
}

/** Up to where a text agrees with an expression; of one that agrees in nothing there is no such place. */
function patternParting(regex: WrittenRegex, text: string): string | undefined {
  const agreed = agreement(regex, text)
  if (!agreed) return undefined
  const { length, place } = agreed
  const here = place < text.length ? shown(text.slice(place, place + BEFORE)) : 'the end'
  return `character ${place + 1}: ${here} in place of /${regex.source.slice(length)}/`
}

/** Where two texts part, never in the middle of a surrogate pair. */
function partingOf(one: string, other: string): number {
  let place = 0
  while (place < one.length && one[place] === other[place]) place++
  return /[\udc00-\udfff]/.test(one[place] ?? other[place] ?? '') ? Math.max(0, place - 1) : place
}
