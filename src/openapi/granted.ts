// The usual answer of a success, with a result of a declared shape.

import type { ResultName } from '../contract/declared.ts'
import type { JsonSchema } from './schema-of.ts'

export const granted = (result: ResultName) => ({
  description: 'The result.',
  content: { 'application/json': { schema: grantedSchema(result) } },
})

const grantedSchema = (result: ResultName) => ({
  type: 'object',
  required: ['ok', 'result'],
  properties: { ok: { const: true }, result: schemaNamed(result) },
})

export function schemaNamed(result: ResultName): JsonSchema {
  const name = result.replace('[]', '')
  const one = { $ref: `#/components/schemas/${name}` }
  return name === result ? one : { type: 'array', items: one }
}
