// The scenario file, written down once: to check it by, and as JSON schema for editors.

import * as z from 'zod'
import { duration } from '../../lib/duration.ts'
import { worldSchema } from '../world-file.ts'
import { BESIDE, type JsonSchema, type Vocabulary } from './vocabulary.ts'

const scenarioOf = (step: z.ZodType) =>
  z.strictObject({
    name: z.string().min(1),
    tags: z.array(z.string()).optional(),
    each: z.array(z.record(z.string(), z.unknown())).min(1).optional().describe('plays it once for each row'),
    only: z.boolean().optional().describe('leaves all others out'),
    skip: z.union([z.boolean(), z.string()]).optional().describe('leaves it out, and why'),
    timeout: duration.optional().describe('the longest it may take'),
    steps: z.array(step).min(1),
  })

export const fileSchema = (step: z.ZodType = z.record(z.string(), z.unknown())) =>
  z.strictObject({
    include: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('files whose worlds this one begins with'),
    world: worldSchema.optional(),
    tags: z.array(z.string()).optional(),
    steps: z.array(step).optional().describe('steps for other files to include'),
    scenarios: z.array(scenarioOf(step)).optional(),
  })

const VARIABLE = { type: 'string', pattern: '\\$', description: 'a variable: $name.path' }

export function scenarioJsonSchema(vocabulary: Vocabulary): JsonSchema {
  const file = z.toJSONSchema(fileSchema(z.any().meta({ id: 'step' })), { io: 'input' })
  const beside = z.toJSONSchema(z.strictObject(BESIDE), { io: 'input' }).properties
  const steps = [...vocabulary.values()].map(({ name, summary, schema, isAction }) => ({
    type: 'object',
    description: summary,
    properties: { [name]: allowingVariables(schema), ...(isAction && beside) },
    required: [name],
    additionalProperties: false,
  }))
  return {
    ...file,
    title: 'A scenario file of bot-emulator',
    $defs: { ...file.$defs, step: { anyOf: steps }, variable: VARIABLE },
  } as JsonSchema
}

/** Where a value is more than any text, a variable may stand for it. */
function allowingVariables(schema: JsonSchema): JsonSchema {
  const { $schema: _, ...rest } = schema as JsonSchema & { $schema?: string }
  if (!rest.properties) return rest as JsonSchema
  const properties = Object.entries(rest.properties as Record<string, JsonSchema>).map(([key, value]) => {
    const anyText = (value.type === 'string' && !value.pattern && !value.enum) || Object.keys(value).length === 0
    return [key, anyText ? value : { anyOf: [value, { $ref: '#/$defs/variable' }] }]
  })
  return { ...rest, properties: Object.fromEntries(properties) } as JsonSchema
}
