// Every shape of the contract as JSON schema, under its name.

import * as z from 'zod'
import * as shapes from '../contract/shapes.ts'
import { type JsonSchema, withoutSafeBounds } from './schema-of.ts'

export function namedSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, shape] of Object.entries(shapes)) registry.add(shape, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: withoutSafeBounds,
  })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]))
}
