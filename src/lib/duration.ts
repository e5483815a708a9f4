// A length of time as people write it: seconds, or a text such as 200ms, 3s or 2m; read as seconds.

import * as z from 'zod'

const TEXT = /^\d+(\.\d+)?(ms|s|m)$/

export const duration = z.union([
  z.number().min(0),
  z
    .string()
    .regex(TEXT, 'Invalid input: expected seconds, or a text such as 3s or 200ms')
    .transform((text) => Number.parseFloat(text) * (text.endsWith('ms') ? 0.001 : text.endsWith('m') ? 60 : 1)),
])
