// Parsers for the values of command-line options.

import { statSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { parseSpan } from '../../lib/time-text.ts'

export function parseWholeNumber(min: number) {
  return (text: string): number => {
    if (/^\d+$/.test(text) && Number(text) >= min) return Number(text)
    throw new InvalidArgumentError(`The value must be a whole number, at least ${min}.`)
  }
}

export function parsePort(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('The value must be a number from 0 to 65535.')
}

export function parseShard(text: string): { index: number; count: number } {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? []
  if (index && count && index <= count) return { index, count }
  throw new InvalidArgumentError('Write the value as <part>/<parts>, for example 1/4 for the first of four parts.')
}

export function parseFolder(text: string): string {
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory()) return text
  throw new InvalidArgumentError('The value must be a folder.')
}

export function parseVariableName(text: string): string {
  if (/^[A-Za-z_]\w*$/.test(text)) return text
  throw new InvalidArgumentError('The value may contain letters, digits and underscores, but not begin with a digit.')
}

export function parseBotCommand(text: string): string {
  if (text.trim()) return text
  throw new InvalidArgumentError('The value must be a command, such as "node bot.js".')
}

export const appendValue = (text: string, before: string[] = []) => [...before, text]

export function parseSeconds(text: string): number {
  const seconds = parseSpan(text)
  if (seconds !== undefined) return seconds
  throw new InvalidArgumentError('The value must be a number of seconds, or a time such as 3s or 200ms.')
}

export function parseSecondsAboveZero(text: string): number {
  const seconds = parseSeconds(text)
  if (seconds > 0) return seconds
  throw new InvalidArgumentError('The value must be more than 0 s.')
}

const SIZE_UNITS: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

export function parseSize(text: string): number {
  const [, amount, unit = 'B'] = /^(\d+(?:\.\d+)?)\s*(B|kB|KB|MB|GB)?$/.exec(text) ?? []
  const bytes = Number(amount) * (SIZE_UNITS[unit.toUpperCase()] ?? 1)
  if (bytes > 0) return bytes
  throw new InvalidArgumentError('Give a size such as 200MB.')
}
