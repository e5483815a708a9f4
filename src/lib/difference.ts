// Whether a value is as expected, and if not, where it first differs.

import { regexIn, regexTest } from './regex.ts'

export interface Difference {
  /** Where, as keys joined by dots. */
  path: string
  expected: unknown
  /** What is there; undefined when nothing is. */
  actual: unknown
}

export interface Comparison {
  /** How many values agreed before the first that did not. */
  agreed: number
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
  const found = parsed(actual)
  if (Array.isArray(expected)) {
    if (!Array.isArray(found)) return leaf(false)
    const length = compareEach(Object.entries(expected), found, same, path)
    if (length.difference || found.length === expected.length) return length
    return {
      agreed: length.agreed,
      difference: { path: [...path, 'length'].join('.'), expected: expected.length, actual: found.length },
    }
  }
  if (typeof found !== 'object' || found === null) return leaf(false)
  return compareEach(Object.entries(expected), found, same, path)

  function leaf(agrees: boolean): Comparison {
    return agrees ? { agreed: 1 } : { agreed: 0, difference: { path: path.join('.'), expected, actual } }
  }
}

function compareEach(entries: [string, unknown][], found: object, same: Same, path: string[]): Comparison {
  let agreed = 0
  let difference: Difference | undefined
  for (const [key, value] of entries) {
    const inner = compare(value, (found as Record<string, unknown>)[key], same, [...path, key])
    agreed += inner.agreed
    difference ??= inner.difference
  }
  return difference ? { agreed, difference } : { agreed }
}

function equal(expected: unknown, actual: unknown): boolean {
  if (expected === actual) return true
  if (actual === undefined || actual === null || typeof actual === 'object') return false
  if (typeof expected !== 'string') return String(expected) === String(actual)
  const regex = regexIn(expected)
  return regex ? regexTest(regex, String(actual)) : expected === String(actual)
}

/** In query, form and multipart a structure travels as JSON text. */
function parsed(actual: unknown): unknown {
  if (typeof actual !== 'string' || !/^\s*[[{]/.test(actual)) return actual
  try {
    return JSON.parse(actual)
  } catch {
    return actual
  }
}
