// Converts zod schemas to JSON schemas: inputs, named shapes, and successful answers.

import * as z from 'zod'
import type { ResultName } from '../contract/declarations.ts'
import * as shapes from '../contract/shapes.ts'

export type JsonSchema = Record<string, unknown>

const SAFE_INTEGER_BOUNDS = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

const OPTIONS = { unrepresentable: 'any', override: removeSafeIntegerBounds } as const

export function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...input } = z.toJSONSchema(schema, { io: 'input', ...OPTIONS })
  return input
}

export function namedSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, shape] of Object.entries(shapes)) registry.add(shape, { id })
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}`, ...OPTIONS })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]))
}

/** Removes the limits of JavaScript's safe integers, which zod adds to every integer. */
function removeSafeIntegerBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (SAFE_INTEGER_BOUNDS.includes(jsonSchema.minimum as number)) delete jsonSchema.minimum
  if (SAFE_INTEGER_BOUNDS.includes(jsonSchema.maximum as number)) delete jsonSchema.maximum
}

export const queryOf = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    ...(isStructure(schema) ? { content: { 'application/json': { schema } } } : { schema }),
  }))

export const isStructure = ({ type }: JsonSchema) => type === 'object' || type === 'array'

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
