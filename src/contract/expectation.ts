// The schema of an expected call of a bot.

import * as z from 'zod'
import { span } from './time.ts'

/** The longest wait for a call. It is below 300 s, because HTTP clients such as Node's fetch() abort then. */
export const MAX_WITHIN_SECONDS = 240

export const expectationSchema = z.strictObject({
  call: z.string().min(1).meta({ description: 'The operation of the expected call.' }),
  with: z.record(z.string(), z.unknown()).default({}).meta({
    description:
      'The expected parameters. Objects in the call may have more keys. A text between slashes is a regular expression.',
  }),
  bot: z
    .union([z.int(), z.string()])
    .optional()
    .meta({ description: 'Matches only calls of this bot: its id, @username or handle.' }),
  after: z.int().min(0).default(0).meta({ description: 'Matches only calls made after the call with this id.' }),
  except: z.array(z.int()).default([]).meta({ description: 'Ids of calls to ignore.' }),
  within: span
    .pipe(z.number().max(MAX_WITHIN_SECONDS))
    .default(5)
    .meta({ description: 'The maximum time to wait for the call: seconds, or a time such as 200ms or 3s.' }),
  ok: z
    .boolean()
    .default(true)
    .meta({ description: 'Set to false to wait for a refused call. Not needed if `error` is set.' }),
  result: z
    .unknown()
    .optional()
    .meta({ description: 'The expected result. As in `with`, only the listed fields are compared.' }),
  error: z.string().optional().meta({ description: 'The expected description of the refusal.' }),
})

export type Expectation = z.input<typeof expectationSchema>
export type ParsedExpectation = z.output<typeof expectationSchema>
