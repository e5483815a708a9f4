// A length of time as the value of an option. It stands alone, as it brings zod, which `start` draws its first frame without.

import { InvalidArgumentError } from 'commander'
import { duration } from '../../lib/duration.ts'

/** In seconds. */
export function span(text: string): number {
  const parsed = duration.safeParse(/^\d+(\.\d+)?$/.test(text) ? Number(text) : text)
  if (parsed.success) return parsed.data
  throw new InvalidArgumentError('It is a number of seconds, or a text such as 3s or 200ms.')
}

/** Of what cannot be done in no time at all. */
export function spanAboveZero(text: string): number {
  const seconds = span(text)
  if (seconds > 0) return seconds
  throw new InvalidArgumentError('It is more than 0 s.')
}
