// Writes what a bot answered in place of what was expected, and leaves the rest of the file as it was.

import { parseDocument } from 'yaml'
import { literal } from './variables.ts'

export interface Correction {
  /** Where the expectation stands in its file, as keys. */
  path: readonly (string | number)[]
  /** Where in it the difference is, as keys joined by dots. */
  at: string
  actual: unknown
}

export function corrected(text: string, corrections: readonly Correction[]): string {
  const document = parseDocument(text, { merge: true })
  for (const { path, at, actual } of corrections) document.setIn([...path, ...keysOf(at)], plain(actual))
  return String(document)
}

/** A list of another length is replaced whole; `actual` is then the list. */
export const keysOf = (at: string): (string | number)[] =>
  at.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key))

const plain = (value: unknown): unknown => (typeof value === 'string' ? literal(value) : value)
