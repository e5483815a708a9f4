// Parsers for the values of command-line options.

import { statSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { parseSpan } from '../../lib/time-text.ts'

/** Returns a parser that refuses a text which `read` cannot read. */
export const parser =
  <Value>(read: (text: string) => Value | undefined, why: string) =>
  (text: string): Value => {
    const value = read(text)
    if (value === undefined) throw new InvalidArgumentError(why)
    return value
  }

export const textIf = (isValid: (text: string) => boolean, why: string) =>
  parser((text) => (isValid(text) ? text : undefined), why)

const numberBetween = (min: number, max: number, why: string) =>
  parser((text) => (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined), why)

export const parseWholeNumber = (min: number) =>
  numberBetween(min, Number.POSITIVE_INFINITY, `The value must be a whole number, at least ${min}.`)

export const parsePort = numberBetween(0, 65_535, 'The value must be a number from 0 to 65535.')

export const parseShard = parser((text) => {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? []
  return index && count && index <= count ? { index, count } : undefined
}, 'Write the value as <part>/<parts>, for example 1/4 for the first of four parts.')

export const parseFolder = textIf(
  (text) => statSync(text, { throwIfNoEntry: false })?.isDirectory() ?? false,
  'The value must be a folder.',
)

export const parseVariableName = textIf(
  (text) => /^[A-Za-z_]\w*$/.test(text),
  'The value may contain letters, digits and underscores, but not begin with a digit.',
)

export const parseBotCommand = textIf(
  (text) => text.trim() !== '',
  'The value must be a command, such as "node bot.js".',
)

export const appendValue = (text: string, before: string[] = []) => [...before, text]

export const parseSeconds = parser(parseSpan, 'The value must be a number of seconds, or a time such as 3s or 200ms.')

export function parseSecondsAboveZero(text: string): number {
  const seconds = parseSeconds(text)
  if (seconds > 0) return seconds
  throw new InvalidArgumentError('The value must be more than 0 s.')
}

const SIZE_UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

export const parseSize = parser((text) => {
  const [, amount, unit = 'B'] = /^(\d+(?:\.\d+)?)\s*(B|kB|KB|MB|GB)?$/.exec(text) ?? []
  return Number(amount) * (SIZE_UNITS[unit.toUpperCase()] ?? 1) || undefined
}, 'Give a size such as 200MB.')
