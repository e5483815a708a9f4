// Whether a value is as expected, and if not, where it first differs.

import { excessOf } from '../json-bounds.ts'
import { Problem } from '../problem.ts'
import { regexIn, regexTest, requireReadable } from './regex.ts'

export interface Difference {
  /** Where, as keys joined by dots. */
  path: string
  expected: unknown
  /** What is there; undefined when nothing is. */
  actual: unknown
}

export interface Comparison {
  /** How many values agreed. */
  agreed: number
  /** The first that did not. */
  difference?: Difference
}

/** Tells that two names mean the same, by the key they stand under. */
export type Same = (key: string, expected: unknown, actual: unknown) => boolean

/** Of an object only the expected keys count, a list has to agree whole, `null` also stands for what is not there. */
export function compare(expected: unknown, actual: unknown, same: Same = () => false, path: string[] = []): Comparison {
  const key = path.at(-1) ?? ''
  if (expected === null) return leaf(actual === undefined || actual === null)
  if (typeof expected !== 'object') {
    return leaf(equal(expected, actual) || same(key, expected, actual))
  }
  const found = structureIn(actual)
  if (Array.isArray(found) && isContains(expected)) return compareContained(expected.contains, found, same, path)
  if (Array.isArray(expected)) {
    if (!Array.isArray(found)) return leaf(false)
    const each = compareEach(Object.entries(expected), found, same, path)
    if (each.difference || found.length === expected.length) return each
    return {
      agreed: each.agreed,
      difference: { path: [...path, 'length'].join('.'), expected: expected.length, actual: found.length },
    }
  }
  if (typeof found !== 'object' || found === null) return leaf(false)
  return compareEach(Object.entries(expected), found, same, path)

  function leaf(agrees: boolean): Comparison {
    return agrees ? { agreed: 1 } : { agreed: 0, difference: { path: path.join('.'), expected, actual } }
  }
}

/** For whoever can tell nobody of an expression that runs away: it does not agree. */
export function agrees(expected: unknown, actual: unknown, same?: Same): boolean {
  try {
    return !compare(expected, actual, same).difference
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** `{ contains: … }` is for lists: one of the elements has to agree. */
const isContains = (expected: object): expected is { contains: unknown } =>
  'contains' in expected && Object.keys(expected).length === 1

function compareContained(expected: unknown, found: readonly unknown[], same: Same, path: string[]): Comparison {
  const all = found.map((each, i) => compare(expected, each, same, [...path, String(i)]))
  const nearest = all.reduce<Comparison | undefined>((best, each) => {
    if (best && !best.difference) return best
    return !best || !each.difference || each.agreed > best.agreed ? each : best
  }, undefined)
  return nearest ?? { agreed: 0, difference: { path: path.join('.'), expected: { contains: expected }, actual: found } }
}

function compareEach(entries: [string, unknown][], found: object, same: Same, path: string[]): Comparison {
  let agreed = 0
  let difference: Difference | undefined
  for (const [key, value] of entries) {
    const actual = Object.hasOwn(found, key) ? (found as Record<string, unknown>)[key] : undefined
    const inner = compare(value, actual, same, [...path, key])
    agreed += inner.agreed
    difference ??= inner.difference
  }
  return difference ? { agreed, difference } : { agreed }
}

/** Refuses an expectation in which an expression cannot be read, before anything is compared with it. */
export function requireReadableIn(expected: unknown) {
  if (typeof expected === 'string') {
    const regex = regexIn(expected)
    if (regex) requireReadable(regex)
  } else if (typeof expected === 'object' && expected !== null) Object.values(expected).forEach(requireReadableIn)
}

function equal(expected: unknown, actual: unknown): boolean {
  if (expected === actual) return true
  if (actual === undefined || actual === null || typeof actual === 'object') return false
  const text = String(actual)
  if (typeof expected !== 'string') return String(expected) === text
  const regex = regexIn(expected)
  if (!regex) return expected === text
  const verdict = regexTest(regex, text)
  if (verdict !== undefined) return verdict
  throw new Problem(
    'runaway-pattern',
    `The expression ${expected} runs away on a text of ${text.length} characters.`,
    'Write it with fewer repetitions inside one another.',
  )
}

/** In query, form and multipart a structure travels as JSON text. */
export function structureIn(actual: unknown): unknown {
  if (typeof actual !== 'string' || !/^\s*[[{]/.test(actual) || excessOf(actual) !== undefined) return actual
  try {
    return JSON.parse(actual)
  } catch {
    return actual
  }
}
