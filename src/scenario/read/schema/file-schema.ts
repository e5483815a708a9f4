// The schema of scenario files, for validation and for the JSON schema.

import * as z from 'zod'
import { span } from '../../../contract/time.ts'
import { worldSchema } from '../../world-file.ts'

export const BEFORE_EACH = 'before each'

/** Keys such as `x-messages`, which hold YAML anchors for other parts of the file. */
export const ANCHORS = /^x-/

/** Returns the content of a file without its anchor keys. */
export const withoutAnchors = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !ANCHORS.test(key)))
    : value

const scenarioOf = (step: z.ZodType) =>
  z.strictObject({
    name: z.string().min(1),
    tags: z.array(z.string()).optional(),
    each: z.array(z.record(z.string(), z.unknown())).min(1).optional().describe('plays it once for each row'),
    only: z.boolean().optional().describe('leaves all others out'),
    skip: z.union([z.boolean(), z.string()]).optional().describe('leaves it out, and why'),
    timeout: span.optional().describe('the longest it may take'),
    bot: z
      .strictObject({
        mayStop: z.boolean().optional().describe('it may end or fall silent'),
        settles: z.boolean().optional().describe('each action waits until the bot is idle'),
      })
      .optional()
      .describe('what the bot may do in it'),
    steps: z.array(step).min(1),
  })

export const fileSchema = (step: z.ZodType = z.record(z.string(), z.unknown())) =>
  z.strictObject({
    include: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('files whose worlds this one begins with'),
    world: worldSchema.optional(),
    clock: z
      .enum(['emulator', 'skip'])
      .optional()
      .describe("the bot follows the emulator's clock; skip: time in which nothing happens passes at once"),
    tags: z.array(z.string()).optional(),
    steps: z.array(step).optional().describe('steps for other files to include'),
    [BEFORE_EACH]: z.array(step).optional().describe('steps that every scenario of this file begins with'),
    scenarios: z.array(scenarioOf(step)).optional(),
  })

export type FileContent = z.input<ReturnType<typeof fileSchema>>
export type WrittenScenario = NonNullable<FileContent['scenarios']>[number]
