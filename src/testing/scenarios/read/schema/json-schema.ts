// The JSON schema of scenario files, for completion and validation in editors.

import * as z from 'zod'
import { isReference } from '../../../../control/describe/fields.ts'
import { CREATE_ACTIONS } from '../../../worlds/world-file.ts'
import { STEP_OPTIONS, type StepCatalogue } from '../checks/step-catalogue.ts'
import { ANCHORS, fileSchema } from './file-schema.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The `handles` are suggested where a step refers to a person, a bot or a chat. */
export function scenarioJsonSchema(catalogue: StepCatalogue, handles: readonly string[] = []): JsonSchema {
  const { operations, views } = catalogue
  const schemaOf = (schema: z.ZodType): JsonSchema => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ jsonSchema, path }) => {
        Object.assign(jsonSchema, suggestionsFor(String(path.at(-1)), jsonSchema))
        if (IN_PARAMETERS.has(String(path.at(-2))) || path.at(-1) === 'items') acceptVariable(jsonSchema)
      },
    })
    return rest
  }

  function suggestionsFor(key: string, schema: JsonSchema): JsonSchema {
    if (key === 'call' || key === 'operation') return { examples: [...operations.keys()] }
    if (key === 'view') return { pattern: viewPattern(views), examples: [...views] }
    if (key === 'with')
      return { properties: Object.fromEntries([...operations.values()].flat().map((one) => [one, {}])) }
    return handles.length && isReference(schema as { kind?: unknown }) ? { examples: [...handles] } : {}
  }

  /** A world entry has the parameters of the action that creates it, except `handle`, which is the entry's key. */
  function entriesSchema(action: string): JsonSchema {
    const { handle: _, ...properties } = schemaOf(catalogue.get(action)!.params).properties ?? {}
    return {
      type: 'object',
      additionalProperties: { type: ['object', 'null'] as never, properties, additionalProperties: false },
    }
  }

  const { properties = {}, ...file }: JsonSchema = z.toJSONSchema(fileSchema(z.any().meta({ id: 'step' })), {
    io: 'input',
  })
  const steps = [...catalogue.values()].map(({ name, summary, params }) => [
    name,
    { ...schemaOf(params), description: summary },
  ])
  const { properties: worldFields, ...world } = properties.world as JsonSchema
  const worldProperties = {
    ...worldFields,
    service: schemaOf(catalogue.get('updateService')!.params),
    ...Object.fromEntries([...CREATE_ACTIONS].map(([action, kind]) => [kind, entriesSchema(action)])),
  }
  return {
    ...file,
    properties: { ...properties, world: { ...world, properties: worldProperties } },
    title: 'A scenario file of bot-emulator',
    patternProperties: { [ANCHORS.source]: true },
    $defs: {
      step: {
        type: 'object',
        description: 'one action with its parameters, or one expectation',
        properties: { ...Object.fromEntries(steps), ...schemaOf(z.object(STEP_OPTIONS)).properties },
        additionalProperties: false,
        minProperties: 1,
      },
    },
  }
}

const viewPattern = (views: readonly string[]) =>
  `^(${views.map((view) => view.replace(/:\w+/g, '[^/]+')).join('|')})(\\?.*)?$`

const IN_PARAMETERS = new Set(['properties', 'additionalProperties'])

const VARIABLE: JsonSchema = { type: 'string', pattern: '\\$' }

/** Lets any value be a variable such as `$sent.message_id`, too. An optional value comes twice, first what is inside. */
function acceptVariable(schema: JsonSchema) {
  if (schema.anyOf?.includes(VARIABLE)) return
  const { description, examples, ...rest } = schema
  for (const key of Object.keys(rest)) delete schema[key]
  Object.assign(schema, { anyOf: [rest, VARIABLE] })
}
