// The parameters of requests to follow the clock, and of reports of idle processes.

import * as z from 'zod'

const count = z.int().min(0)
const queryCount = z.coerce.number().pipe(count)

export const followQuery = z.object({
  pid: queryCount,
  parent: queryCount.optional(),
  thread: queryCount.optional(),
  runtime: z.string().max(100),
  skips: z.literal('true').optional(),
  runsAhead: z.literal('true').optional(),
})

export const idleReport = z.object({
  lease: z.string().meta({ description: "The value of `lease` in the emulator's request that this report answers." }),
  ask: count.meta({ description: "The value of `ask` in the emulator's request that this report answers." }),
  due_ms: z.number().nullable().meta({ description: 'When the next timer is due, in milliseconds since 1970.' }),
  next_ms: z
    .array(z.number())
    .optional()
    .meta({ description: 'When the next timers are due, in milliseconds since 1970, in ascending order.' }),
  timers: count.meta({ description: 'The number of pending timers.' }),
  polls: count.meta({
    description: 'The number of open getUpdates calls, or of all open calls if the process cannot tell them apart.',
  }),
  calls: count.optional().meta({ description: 'The number of calls that the process has sent to the emulator.' }),
  messages: count.optional().meta({
    description: 'A number that changes when the process sends something to another process or thread.',
  }),
  held: count.meta({ description: 'The number of timers that are probably timeouts of open requests.' }),
  ran_to_ms: z.number().optional().meta({
    description:
      "The time up to which the process has run its timers (ms since 1970). Can be later than the emulator's time.",
  }),
})
