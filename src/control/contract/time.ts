// The schemas of durations such as 48h, and of moments such as tomorrow 9:00.

import * as z from 'zod'
import { notASpan, parseMoment, parseSpan, SPAN } from '../../lib/time-text.ts'

export const span = z.union(
  [
    z.number().min(0),
    z
      .string()
      .regex(SPAN)
      .transform((text) => parseSpan(text) ?? 0),
  ],
  { error: ({ input }) => notASpan(input) },
)

export const momentText = z
  .string()
  .refine(
    (text) => parseMoment(text, 0) !== undefined,
    'Invalid input: expected Unix seconds, or a time such as 48h, tomorrow 9:00 or 2030-01-01T12:00:00Z',
  )
