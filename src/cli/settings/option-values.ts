// Parsers for the values of options.

import { statSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { parseSpan } from '../../describe/time.ts'

export function parseWholeNumber(min: number) {
  return (text: string): number => {
    if (/^\d+$/.test(text) && Number(text) >= min) return Number(text)
    throw new InvalidArgumentError(`It is a whole number, at least ${min}.`)
  }
}

export function parsePort(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

export function parseShard(text: string): { index: number; count: number } {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? []
  if (index && count && index <= count) return { index, count }
  throw new InvalidArgumentError('It is written 1/4: the first of four.')
}

/** Requires a name that ends in .json, so that a scenario file after the flag is not overwritten. */
export function parseJsonFile(text: string): string {
  if (text.endsWith('.json')) return text
  throw new InvalidArgumentError('It is a file that ends in .json; scenario files stand before the flag.')
}

export function parseFolder(text: string): string {
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory()) return text
  throw new InvalidArgumentError('It is a folder; scenario files stand before the flag.')
}

export function parseVariableName(text: string): string {
  if (/^[A-Za-z_]\w*$/.test(text)) return text
  throw new InvalidArgumentError('The name of a variable is letters, digits and underscores, no digit first.')
}

export const appendValue = (text: string, before: string[] = []) => [...before, text]

export function parseSeconds(text: string): number {
  const seconds = parseSpan(text)
  if (seconds !== undefined) return seconds
  throw new InvalidArgumentError('It is a number of seconds, or a text such as 3s or 200ms.')
}

export function parseSecondsAboveZero(text: string): number {
  const seconds = parseSeconds(text)
  if (seconds > 0) return seconds
  throw new InvalidArgumentError('It is more than 0 s.')
}
