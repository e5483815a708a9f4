// The schema of scenario files, for validation and for the JSON schema.

import * as z from 'zod'
import { span } from '../../../../control/contract/time.ts'
import { worldSchema } from '../../../worlds/world-file.ts'
import { FAULT_KINDS, isMap } from '../../scenario.ts'

export const BEFORE_EACH = 'before each'

/** Matches top-level keys such as `x-messages`, whose values other parts of the file reuse through YAML anchors. */
export const ANCHORS = /^x-/

export const withoutAnchors = (value: unknown): unknown =>
  isMap(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !ANCHORS.test(key))) : value

const scenarioOf = (step: z.ZodType) =>
  z.strictObject({
    name: z.string().min(1),
    tags: z.array(z.string()).optional(),
    each: z
      .array(z.record(z.string(), z.unknown()))
      .min(1)
      .optional()
      .describe('a table: the scenario is played once for each row'),
    only: z.boolean().optional().describe('plays only the scenarios with `only: true`'),
    skip: z.union([z.boolean(), z.string()]).optional().describe('skips the scenario; a string gives the reason'),
    timeout: span.optional().describe('the time limit of the scenario'),
    bot: z
      .strictObject({
        mayStop: z.boolean().optional().describe('true if the bot may end or stop asking for updates'),
        settles: z.boolean().optional().describe('true if each action waits until the bot is idle'),
      })
      .optional()
      .describe('settings for the bot during the scenario'),
    faults: z
      .union([z.literal(false), z.strictObject({ accept: z.partialRecord(z.enum(FAULT_KINDS), z.string().min(1)) })])
      .optional()
      .describe('what `test --faults` accepts: false leaves the scenario out; `accept` gives a reason for each kind'),
    steps: z.array(step).min(1),
  })

export const fileSchema = (step: z.ZodType = z.record(z.string(), z.unknown())) =>
  z.strictObject({
    include: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('files whose worlds this file extends'),
    world: worldSchema.optional(),
    clock: z
      .enum(['emulator', 'skip'])
      .optional()
      .describe("the bot follows the emulator's clock; with skip, the clock also skips time in which nothing is due"),
    tags: z.array(z.string()).optional(),
    steps: z.array(step).optional().describe('steps for other files to include'),
    [BEFORE_EACH]: z.array(step).optional().describe('steps at the start of every scenario in this file'),
    scenarios: z.array(scenarioOf(step)).optional(),
  })

const readable = <Type extends z.ZodType>(type: Type) => type.optional().catch(undefined)
const fields = z.record(z.string(), z.unknown())
const entries = z.record(z.string(), fields.nullable().catch(null)).catch({})
const steps = z.array(z.unknown())

const readableScenario = z
  .object({ name: z.string().catch(''), each: readable(z.array(fields).min(1)), steps: steps.catch([]) })
  .catch({ name: '', steps: [] })

/** Leaves out values that do not match the schema. Keeps list indexes, so that further mistakes are located. */
export const readableParts = z
  .object({
    include: readable(z.union([z.string(), z.array(z.string())])),
    world: readable(
      z.object({ service: readable(fields), users: entries, bots: entries, groups: entries, channels: entries }),
    ),
    steps: readable(steps),
    [BEFORE_EACH]: readable(steps),
    scenarios: readable(z.array(readableScenario)),
  })
  .catch({})

export type FileContent = z.input<ReturnType<typeof fileSchema>>
export type WrittenScenario = NonNullable<FileContent['scenarios']>[number]
