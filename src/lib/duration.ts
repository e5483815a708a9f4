// A length of time as people write it: 200ms, 3s, 5m, 48h, 2d; a bare number is seconds.

import * as z from 'zod'

const SECONDS = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }
const FORM = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/

export const duration = z.union(
  [z.number().min(0), z.string().regex(FORM).transform(secondsOf)],
  'Invalid input: expected seconds, or a text such as 200ms, 3s or 48h',
)

/** The seconds of a text that has the form. */
function secondsOf(text: string): number {
  const unit = text.replace(/^[\d.]+/, '') as keyof typeof SECONDS
  return Number.parseFloat(text) * SECONDS[unit]
}
