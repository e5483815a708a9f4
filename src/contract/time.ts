// The schema of a duration: seconds, or a text such as 200ms or 48h.

import * as z from 'zod'
import { parseSpan, SPAN } from '../describe/time.ts'

export const span = z.union(
  [
    z.number().min(0),
    z
      .string()
      .regex(SPAN)
      .transform((text) => parseSpan(text) ?? 0),
  ],
  'Invalid input: expected seconds, or a text such as 200ms, 3s or 48h',
)
