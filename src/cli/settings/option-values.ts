// Reads the values of options.

import { statSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { parseSpan } from '../../describe/time.ts'

export function wholeNumber(least: number) {
  return (text: string): number => {
    if (/^\d+$/.test(text) && Number(text) >= least) return Number(text)
    throw new InvalidArgumentError(`It is a whole number, at least ${least}.`)
  }
}

export function port(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

/** i/n, counted from 1. */
export function shard(text: string): { index: number; count: number } {
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? []
  if (index && count && index <= count) return { index, count }
  throw new InvalidArgumentError('It is written 1/4: the first of four.')
}

/** A scenario file that stands behind the flag is not written over. */
export function jsonFile(text: string): string {
  if (text.endsWith('.json')) return text
  throw new InvalidArgumentError('It is a file that ends in .json; scenario files stand before the flag.')
}

export function folder(text: string): string {
  if (statSync(text, { throwIfNoEntry: false })?.isDirectory()) return text
  throw new InvalidArgumentError('It is a folder; scenario files stand before the flag.')
}

/** A name that a shell, too, takes for a variable. */
export function variableName(text: string): string {
  if (/^[A-Za-z_]\w*$/.test(text)) return text
  throw new InvalidArgumentError('The name of a variable is letters, digits and underscores, no digit first.')
}

export const repeated = (text: string, before: string[] = []) => [...before, text]

/** Reads a span in seconds. */
export function span(text: string): number {
  const seconds = parseSpan(text)
  if (seconds !== undefined) return seconds
  throw new InvalidArgumentError('It is a number of seconds, or a text such as 3s or 200ms.')
}

export function spanAboveZero(text: string): number {
  const seconds = span(text)
  if (seconds > 0) return seconds
  throw new InvalidArgumentError('It is more than 0 s.')
}
