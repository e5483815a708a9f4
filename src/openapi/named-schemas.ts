// The data types of both APIs as JSON schemas, by name.

import * as z from 'zod'
import * as shapes from '../contract/shapes.ts'
import { type JsonSchema, removeSafeIntegerBounds } from './json-schema.ts'

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
