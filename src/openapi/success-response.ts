// The OpenAPI response of a successful call.

import type { ResultName } from '../contract/declarations.ts'
import type { JsonSchema } from './json-schema.ts'

export const successResponse = (result: ResultName) => ({
  description: 'The result.',
  content: { 'application/json': { schema: successSchema(result) } },
})

const successSchema = (result: ResultName) => ({
  type: 'object',
  required: ['ok', 'result'],
  properties: { ok: { const: true }, result: schemaRef(result) },
})

export function schemaRef(result: ResultName): JsonSchema {
  const name = result.replace('[]', '')
  const ref = { $ref: `#/components/schemas/${name}` }
  return name === result ? ref : { type: 'array', items: ref }
}
