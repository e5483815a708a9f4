// Says how a value differs from the expected one, and from which character on two texts do.

import { escapeInvisible, hexOf, isInvisible, shown } from '../describe/text.ts'
import { agreement, regexIn, type WrittenRegex } from '../lib/compare/regex.ts'

/** A text longer than this is shown from shortly before the difference. */
const MAX_WHOLE = 300
const CONTEXT = 40

/** Returns the difference as a part of a sentence. */
export function differenceText(actual: unknown, expected: unknown): string {
  const { was, wanted, regex, at } = sidesOf(actual, expected)
  if (regex) return `${was}, which does not match ${wanted}`
  return `${was}, not ${wanted}${at ? ` (the first difference is at ${at})` : ''}`
}

/** Returns the difference as lines, one value below the other. */
export function differenceLines(where: string, actual: unknown, expected: unknown): string[] {
  const { was, wanted, regex, at = regex && endOfMatch(regex, String(actual)) } = sidesOf(actual, expected)
  const indent = ' '.repeat(where.length)
  return [
    `${where} was       ${was}`,
    `${indent} expected  ${wanted}`,
    ...(at ? [`${indent} the first difference is at ${at}`] : []),
  ]
}

interface Sides {
  was: string
  wanted: string
  regex?: WrittenRegex
  /** The place of the first difference, if it is hard to see. */
  at?: string
}

function sidesOf(actual: unknown, expected: unknown): Sides {
  if (typeof expected === 'string' && typeof actual !== 'object' && actual !== undefined) {
    const regex = regexIn(expected)
    if (regex) return { was: shown(actual), wanted: escapeInvisible(expected), regex }
  }
  if (typeof actual !== 'string' || typeof expected !== 'string') {
    return { was: shown(actual), wanted: shown(expected) }
  }
  const place = firstDifference(actual, expected)
  const from = Math.max(actual.length, expected.length) > MAX_WHOLE ? Math.max(0, place - CONTEXT) : 0
  const window = (text: string) => (from ? `…${shown(text.slice(from))}` : shown(text))
  const sides = { was: window(actual), wanted: window(expected) }
  const [one, other] = [characterAt(actual, place), characterAt(expected, place)]
  if (!from && !isMistakable(one) && !isMistakable(other)) return sides
  return { ...sides, at: `character ${place + 1}: ${codePointName(one)} in place of ${codePointName(other)}` }
}

/** A visible character outside ASCII may look like another one. */
const isMistakable = (char: string) => /[^\u0020-\u007e]/.test(char) && !isInvisible(char)

const codePointName = (char: string) => (char === '' ? 'the end' : `U+${hexOf(char).toUpperCase()}`)

const characterAt = (text: string, place: number) => [...text.slice(place, place + 2)][0] ?? ''

/** Returns up to where a text matches a regular expression, if it matches any of it. */
function endOfMatch(regex: WrittenRegex, text: string): string | undefined {
  const agreed = agreement(regex, text)
  if (!agreed) return undefined
  const { length, place } = agreed
  const here = place < text.length ? shown(text.slice(place, place + CONTEXT)) : 'the end'
  return `character ${place + 1}: ${here} in place of /${regex.source.slice(length)}/`
}

/** Returns the index of the first difference, never in the middle of a surrogate pair. */
function firstDifference(one: string, other: string): number {
  let place = 0
  while (place < one.length && one[place] === other[place]) place++
  return /[\udc00-\udfff]/.test(one[place] ?? other[place] ?? '') ? Math.max(0, place - 1) : place
}
