// The bot API as OpenAPI paths: operations with their parameters and refusals.

import * as z from 'zod'
import { RUNNABLE_OPERATIONS } from '../../service/bot-api/operations/find-operation.ts'
import type { Operation } from '../../service/bot-api/operations/operation.ts'
import { OPERATION_NAMES } from '../../service/rules/operation-names.ts'
import { REFUSALS, type RefusalName } from '../../service/rules/refusals.ts'
import { isStructure, type JsonSchema, queryOf, schemaOf, successResponse } from './json-schema.ts'

/** The names of the parameters of each operation, under each of its names. */
export const paramsByOperation = (): ReadonlyMap<string, string[]> =>
  new Map(RUNNABLE_OPERATIONS.flatMap((operation) => namesOf(operation).map((name) => [name, paramsOf(operation)])))

const paramsOf = ({ params }: Operation) => (params instanceof z.ZodObject ? Object.keys(params.shape) : [])

export function botPaths(): Record<string, unknown> {
  const paths = RUNNABLE_OPERATIONS.flatMap((operation) =>
    namesOf(operation).map((name) => [`/bot{token}/${name}`, pathOf(name, operation)]),
  )
  return Object.fromEntries(paths)
}

const namesOf = ({ name }: Operation) => [...OPERATION_NAMES].flatMap(([each, own]) => (own === name ? [each] : []))

/** Describes an operation under one of its names. Every name except the current one is marked as deprecated. */
function pathOf(name: string, operation: Operation) {
  const { fileField, summary, result } = operation
  const deprecated = name !== operation.name
  const schema = schemaOf(operation.params)
  const responses = { 200: successResponse(result), ...refusalsOf(operation) }
  const common = { summary, tags: ['bot'], ...(deprecated && { deprecated }), responses }
  return {
    parameters: [{ $ref: '#/components/parameters/token' }],
    get: { operationId: name, ...common, parameters: queryOf(withField(schema, fileField, { type: 'string' })) },
    post: { operationId: `${name}ByPost`, ...common, requestBody: { content: bodiesOf(schema, fileField) } },
  }
}

const propertiesOf = ({ properties = {} }: JsonSchema) => properties as Record<string, JsonSchema>

const withField = (schema: JsonSchema, field: string | undefined, described: JsonSchema): JsonSchema =>
  field !== undefined && field in propertiesOf(schema)
    ? { ...schema, properties: { ...propertiesOf(schema), [field]: described } }
    : schema

/** Forms encode lists and objects as JSON text. Only a multipart form can contain a file. */
function bodiesOf(schema: JsonSchema, fileField: string | undefined) {
  const encoding = Object.fromEntries(
    Object.entries(propertiesOf(schema))
      .filter(([, property]) => isStructure(property))
      .map(([name]) => [name, { contentType: 'application/json' }]),
  )
  const plain = withField(schema, fileField, { type: 'string', description: 'A file identifier from the service.' })
  const form = withField(schema, fileField, {
    description: 'The bytes of a file, or a file identifier.',
    type: 'string',
  })
  return {
    'application/json': { schema: plain },
    'application/x-www-form-urlencoded': { schema: plain, encoding },
    'multipart/form-data': { schema: form, encoding },
  }
}

const OF_EVERY_OPERATION: readonly RefusalName[] = [
  'unauthorized',
  'suspended',
  'tooManyRequests',
  'badParameter',
  'badBody',
]

export function refusalsOf({ refusals = [] }: Operation): Record<string, unknown> {
  const names = [...OF_EVERY_OPERATION, ...refusals]
  const statuses = [...new Set(names.map((name) => REFUSALS[name].status))].sort()
  return Object.fromEntries(
    statuses.map((status) => [status, answer(names.filter((name) => REFUSALS[name].status === status))]),
  )
}

const answer = (names: readonly RefusalName[]) => ({
  description: names.map((name) => REFUSALS[name].description).join(' · '),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/refused' },
      examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])),
    },
  },
})

export const refusalExamples = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([name, { status, description }]) => {
      const parameters = description.includes('{retry_after}') ? { retry_after: 1 } : undefined
      return [name, { summary: description, value: { ok: false, error_code: status, description, parameters } }]
    }),
  )
