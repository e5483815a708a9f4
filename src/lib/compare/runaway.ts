// Whether an expression runs away: it is tried on texts that are made from its own signs, as whoever attacks it would.

import { mayBacktrack, testEachWithin, testWithin, type WrittenRegex } from './regex.ts'

const MAX_MS = 50

/** Enough for what doubles with each sign, and for what grows with the third power of the length. */
const LENGTHS = [64, 1024]
const MAX_UNITS = 24
/** What most expressions do not match, so that they try all other ways. */
const END = '\u0001'
const USUAL = ['a', '0', ' ', 'aA', 'a ']

/** Tries it, all at once or, where that takes long, one text after the other: between two of them others have a turn. */
export function* runsAway(regex: WrittenRegex): Generator<void, boolean> {
  if (!mayBacktrack(regex.source)) return false
  const units = [...new Set([...unitsIn(regex.source), ...USUAL])].slice(0, MAX_UNITS)
  const texts = units.flatMap((unit) => LENGTHS.map((length) => unit.repeat(Math.ceil(length / unit.length)) + END))
  if (testEachWithin(MAX_MS, regex, texts)) return false
  for (const text of texts) {
    yield
    if (testWithin(MAX_MS, regex, text) === undefined) return true
  }
  return false
}

/** Its words, its signs, and each two that stand beside one another. */
function unitsIn(source: string): string[] {
  const plain = source.replace(/\\[a-zA-Z]/g, '')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const signs = plain.match(/[\p{L}\p{N}:/.@_%#&=,;!-]/gu) ?? []
  return [...words, ...signs, ...signs.slice(1).map((sign, before) => signs[before] + sign)]
}
