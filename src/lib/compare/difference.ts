// Compares a value with an expectation, and finds the first difference.

import { parseJson } from '../text.ts'
import { regexIn, regexTest, requireValid } from './regex.ts'

export interface Difference {
  /** The keys and list indexes that lead to the value, joined by dots. */
  path: string
  expected: unknown
  /** The actual value, or undefined if it is missing. */
  actual: unknown
}

export interface Comparison {
  /** The number of equal values, plus a fraction for each similar text. */
  matches: number
  difference?: Difference
}

/** Returns true if two different values mean the same, such as a handle and the id of a user. */
export type IsSame = (key: string, expected: unknown, actual: unknown) => boolean

/**
 * Compares two values. Objects may have additional keys; lists must have the same length, except for an expected `{
 * contains: … }`. An expected `null` also matches a missing value.
 */
export function compare(
  expected: unknown,
  actual: unknown,
  same: IsSame = () => false,
  path: string[] = [],
): Comparison {
  const key = path.at(-1) ?? ''
  if (expected === null) return leaf(actual === undefined || actual === null)
  if (typeof expected !== 'object') return leaf(isEqual(expected, actual) || same(key, expected, actual))
  const found = parseStructure(actual)
  if (Array.isArray(found) && isContains(expected)) return compareContained(expected.contains, found, same, path)
  if (Array.isArray(expected)) {
    if (!Array.isArray(found)) return leaf(false)
    const each = compareEach(Object.entries(expected), found, same, path)
    if (each.difference || found.length === expected.length) return each
    const difference = { path: [...path, 'length'].join('.'), expected: expected.length, actual: found.length }
    return { matches: each.matches, difference }
  }
  if (typeof found !== 'object' || found === null) return leaf(false)
  return compareEach(Object.entries(expected), found, same, path)

  function leaf(agrees: boolean): Comparison {
    return agrees
      ? { matches: 1 }
      : { matches: similarity(expected, actual), difference: { path: path.join('.'), expected, actual } }
  }
}

/** Returns the share of equal characters at the beginnings and ends of two texts, from 0 to below 1. */
export function similarity(expected: unknown, actual: unknown): number {
  if (typeof expected !== 'string' || typeof actual !== 'string') return 0
  const [one, other] = [expected, actual].map((text) => text.slice(0, MAX_COMPARED_CHARACTERS)) as [string, string]
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  return (start + end) / (Math.max(one.length, other.length) + 1)
}

const MAX_COMPARED_CHARACTERS = 300

/** Returns true for `{ contains: … }`, which expects that at least one element of a list matches. */
const isContains = (expected: object): expected is { contains: unknown } =>
  'contains' in expected && Object.keys(expected).length === 1

function compareContained(expected: unknown, found: readonly unknown[], same: IsSame, path: string[]): Comparison {
  const all = found.map((each, i) => compare(expected, each, same, [...path, String(i)]))
  const nearest = all.reduce<Comparison | undefined>((best, each) => {
    if (best && !best.difference) return best
    return !best || !each.difference || each.matches > best.matches ? each : best
  }, undefined)
  const noElement = { path: path.join('.'), expected: { contains: expected }, actual: found }
  return nearest ?? { matches: 0, difference: noElement }
}

function compareEach(entries: [string, unknown][], found: object, same: IsSame, path: string[]): Comparison {
  let agreed = 0
  let difference: Difference | undefined
  for (const [key, value] of entries) {
    const actual = Object.hasOwn(found, key) ? (found as Record<string, unknown>)[key] : undefined
    const inner = compare(value, actual, same, [...path, key])
    agreed += inner.matches
    difference ??= inner.difference
  }
  return difference ? { matches: agreed, difference } : { matches: agreed }
}

export function requireValidPatterns(expected: unknown) {
  if (typeof expected === 'string') {
    const regex = regexIn(expected)
    if (regex) requireValid(regex)
  } else if (typeof expected === 'object' && expected !== null) Object.values(expected).forEach(requireValidPatterns)
}

function isEqual(expected: unknown, actual: unknown): boolean {
  if (expected === actual) return true
  if (actual === undefined || actual === null || typeof actual === 'object') return false
  const text = String(actual)
  if (typeof expected !== 'string') return String(expected) === text
  const regex = regexIn(expected)
  return regex ? regexTest(regex, text) : expected === text
}

/** Parses an object or a list, because queries, forms and multipart bodies can send these only as JSON text. */
export function parseStructure(actual: unknown): unknown {
  if (typeof actual !== 'string' || !/^\s*[[{]/.test(actual)) return actual
  return parseJson(actual) ?? actual
}
