// Whether an expression runs away: it is tried on texts that are made from its own signs, as whoever attacks it would.

import { mayBacktrack, testWithin, type WrittenRegex } from './regex.ts'

const MAX_MS = 50

/** Enough for what doubles with each sign, and for what grows with the third power of the length. */
const LENGTHS = [64, 1024]
const MAX_UNITS = 24
/** What most expressions do not match, so that they try all other ways. */
const END = '\u0001'
const USUAL = ['a', '0', ' ', 'aA', 'a ']

export function runsAway(regex: WrittenRegex): boolean {
  if (!mayBacktrack(regex.source)) return false
  const units = [...new Set([...unitsIn(regex.source), ...USUAL])].slice(0, MAX_UNITS)
  return units.some((unit) =>
    LENGTHS.some(
      (length) => testWithin(MAX_MS, regex, unit.repeat(Math.ceil(length / unit.length)) + END) === undefined,
    ),
  )
}

/** Its words, its signs, and each two that stand beside one another. */
function unitsIn(source: string): string[] {
  const plain = source.replace(/\\[a-zA-Z]/g, '')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const signs = plain.match(/[\p{L}\p{N}:/.@_%#&=,;!-]/gu) ?? []
  return [...words, ...signs, ...signs.slice(1).map((sign, before) => signs[before] + sign)]
}
