// Reads a span as the value of an option, in seconds.

import { InvalidArgumentError } from 'commander'
import { parseSpan } from '../../describe/time.ts'

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
