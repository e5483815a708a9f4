// The bot API as OpenAPI paths: each operation by GET and POST, its parameters, and how it may be refused.

import type { Operation } from '../bot-api/operations/operation.ts'
import { RUNNING } from '../bot-api/operations/operation-named.ts'
import { granted } from './granted.ts'
import { refusalsOf } from './refusals-of.ts'
import { type JsonSchema, schemaOf } from './schema-of.ts'

export function botPaths(): Record<string, unknown> {
  const named = RUNNING.flatMap((operation) => [
    [operation.name, operation] as const,
    ...(operation.alias ? [[operation.alias, { ...operation, deprecated: true }] as const] : []),
  ])
  return Object.fromEntries(named.map(([name, operation]) => [`/bot{token}/${name}`, pathOf(name, operation)]))
}

function pathOf(name: string, operation: Operation & { deprecated?: boolean }) {
  const { fileField, summary, result, deprecated } = operation
  const schema = schemaOf(operation.params)
  const responses = { 200: granted(result), ...refusalsOf(operation) }
  const common = { summary, tags: ['bot'], ...(deprecated && { deprecated }), responses }
  return {
    parameters: [{ $ref: '#/components/parameters/token' }],
    get: { operationId: name, ...common, parameters: queryOf(schema, fileField) },
    post: { operationId: `${name}ByPost`, ...common, requestBody: { content: bodiesOf(schema, fileField) } },
  }
}

function queryOf({ properties, required }: JsonSchema, fileField: string | undefined) {
  return Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: ((required ?? []) as string[]).includes(name),
    ...(name === fileField
      ? { schema: { type: 'string' } }
      : isStructure(schema)
        ? { content: { 'application/json': { schema } } }
        : { schema }),
  }))
}

const isStructure = ({ type }: JsonSchema) => type === 'object' || type === 'array'

/** A structure in a form is JSON text; a file comes only in a multipart form. */
function bodiesOf(schema: JsonSchema, fileField: string | undefined) {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>
  const withField = (file: JsonSchema) =>
    fileField !== undefined && fileField in properties
      ? { ...schema, properties: { ...properties, [fileField]: file } }
      : schema
  const encoding = Object.fromEntries(
    Object.entries(properties)
      .filter(([, property]) => isStructure(property))
      .map(([name]) => [name, { contentType: 'application/json' }]),
  )
  const plain = withField({ type: 'string', description: 'An identifier that the service gave out.' })
  const form = withField({ description: 'The bytes of a file, or an identifier.', type: 'string' })
  return {
    'application/json': { schema: plain },
    'application/x-www-form-urlencoded': { schema: plain, encoding },
    'multipart/form-data': { schema: form, encoding },
  }
}
