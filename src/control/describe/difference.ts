// Describes how a value differs from the expected one, down to the character.

import { type Difference, parseStructure } from '../../lib/compare/difference.ts'
import { regexIn } from '../../lib/compare/regex.ts'
import { describeValue, escapeInvisible, hexOf, isInvisible } from '../../lib/safe-text.ts'

/** The length up to which a text is shown whole. A longer text is shown from shortly before the first difference. */
const MAX_WHOLE = 300
const CONTEXT = 40

export function differenceText(actual: unknown, expected: unknown): string {
  const { actualText, expectedText, isRegex, at } = describeSides(actual, expected)
  if (isRegex) return `${actualText}, which does not match ${expectedText}`
  return `${actualText}, not ${expectedText}${at ? ` (the first difference is at ${at})` : ''}`
}

export function differenceLines({ path, actual, expected }: Difference): string[] {
  const { actualText, expectedText, at } = describeSides(actual, expected)
  const indent = ' '.repeat(path.length)
  return [
    `  ${path} was       ${actualText}`,
    `  ${indent} expected  ${expectedText}`,
    ...(at ? [`  ${indent} the first difference is at ${at}`] : []),
  ]
}

/** If the value at a path is missing, lists the keys that exist beside it in `whole`. */
export function existingKeyLines({ path, actual }: Omit<Difference, 'expected'>, whole: unknown): string[] {
  if (actual !== undefined && actual !== null) return []
  const around = path
    .split('.')
    .slice(0, -1)
    .reduce((outer, key) => Object(parseStructure(outer))[key], whole)
  const keys = Object.keys(Object(parseStructure(around)))
  return keys.length ? [`  Existing keys: ${keys.join(', ')}.`] : []
}

interface Sides {
  actualText: string
  expectedText: string
  isRegex?: boolean
  /** The first difference, if it is hard to see: in a long text, or between characters that look alike. */
  at?: string
}

function describeSides(actual: unknown, expected: unknown): Sides {
  if (typeof expected === 'string' && typeof actual !== 'object' && actual !== undefined && regexIn(expected))
    return { actualText: describeValue(actual), expectedText: escapeInvisible(expected), isRegex: true }
  if (typeof actual !== 'string' || typeof expected !== 'string') {
    return { actualText: describeValue(actual), expectedText: describeValue(expected) }
  }
  const index = firstDifference(actual, expected)
  const from = Math.max(actual.length, expected.length) > MAX_WHOLE ? Math.max(0, index - CONTEXT) : 0
  const window = (text: string) => (from ? `…${describeValue(text.slice(from))}` : describeValue(text))
  const sides = { actualText: window(actual), expectedText: window(expected) }
  const [one, other] = [characterAt(actual, index), characterAt(expected, index)]
  if (!from && !isMistakable(one) && !isMistakable(other)) return sides
  return { ...sides, at: `character ${index + 1}: ${codePointName(one)} in place of ${codePointName(other)}` }
}

/** Returns true for a visible character outside ASCII, because it may look like another character. */
const isMistakable = (char: string) => /[^\u0020-\u007e]/.test(char) && !isInvisible(char)

const codePointName = (char: string) => (char === '' ? 'the end' : `U+${hexOf(char).toUpperCase()}`)

const characterAt = (text: string, index: number) => [...text.slice(index, index + 2)][0] ?? ''

/** Returns the index of the first different character, which is never the second half of a surrogate pair. */
function firstDifference(one: string, other: string): number {
  let index = 0
  while (index < one.length && one[index] === other[index]) index++
  return /[\udc00-\udfff]/.test(one[index] ?? other[index] ?? '') ? Math.max(0, index - 1) : index
}
