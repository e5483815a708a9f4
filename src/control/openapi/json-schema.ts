// Converts zod schemas to JSON schemas: inputs, named shapes, and successful answers.

import * as z from 'zod'
import type { ResultName } from '../contract/declarations.ts'
import * as shapes from '../contract/shapes.ts'

export type JsonSchema = Record<string, unknown>

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern']
const SAFE_INTEGER_BOUNDS = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/**
 * Converts the input of a schema. Copies bounds such as `minimum` from the output, because the input of a zod pipe
 * lacks them.
 */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const input = jsonSchema(schema, 'input')
  const output = jsonSchema(schema, 'output')
  const parsed = (output.properties ?? {}) as Record<string, JsonSchema>
  for (const [name, property] of Object.entries((input.properties ?? {}) as Record<string, JsonSchema>)) {
    for (const bound of BOUNDS) {
      if (parsed[name]?.[bound] !== undefined && parsed[name].type === property.type) {
        property[bound] = parsed[name][bound]
      }
    }
  }
  return input
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const options = { io, unrepresentable: 'any', override: removeSafeIntegerBounds } as const
  const { $schema: _, ...output } = z.toJSONSchema(schema, options)
  return output
}

/** The data types of both APIs, by name. */
export function namedSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, shape] of Object.entries(shapes)) registry.add(shape, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: removeSafeIntegerBounds,
  })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]))
}

/** Removes the limits of JavaScript's safe integers, which zod adds to every integer. */
function removeSafeIntegerBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (SAFE_INTEGER_BOUNDS.includes(jsonSchema.minimum as number)) delete jsonSchema.minimum
  if (SAFE_INTEGER_BOUNDS.includes(jsonSchema.maximum as number)) delete jsonSchema.maximum
}

export const successResponse = (...results: [ResultName, ...ResultName[]]) => ({
  description: 'The result.',
  content: { 'application/json': { schema: successSchema(results) } },
})

const successSchema = ([result, ...others]: [ResultName, ...ResultName[]]) => ({
  type: 'object',
  required: ['ok', 'result'],
  properties: {
    ok: { const: true },
    result: others.length ? { anyOf: [result, ...others].map(schemaRef) } : schemaRef(result),
  },
})

export function schemaRef(result: ResultName): JsonSchema {
  const name = result.replace('[]', '')
  const ref = { $ref: `#/components/schemas/${name}` }
  return name === result ? ref : { type: 'array', items: ref }
}
