// What a zod schema takes, as JSON schema.

import * as z from 'zod'

export type JsonSchema = Record<string, unknown>

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern']
const SAFE = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/** The bounds of a parameter often stand behind what reads it from text: they are taken from there. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const input = jsonSchema(schema, 'input')
  const read = jsonSchema(schema, 'output')
  const behind = (read.properties ?? {}) as Record<string, JsonSchema>
  for (const [name, property] of Object.entries((input.properties ?? {}) as Record<string, JsonSchema>)) {
    for (const bound of BOUNDS) {
      if (behind[name]?.[bound] !== undefined && behind[name].type === property.type) {
        property[bound] = behind[name][bound]
      }
    }
  }
  return input
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...output } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withoutSafeBounds })
  return output
}

/** That a number is a safe integer is a bound of JavaScript, not of the service. */
export function withoutSafeBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (SAFE.includes(jsonSchema.minimum as number)) delete jsonSchema.minimum
  if (SAFE.includes(jsonSchema.maximum as number)) delete jsonSchema.maximum
}
