// The JSON schema of scenario files, for editors: it completes what can be named, and a mistake gives one error.

import * as z from 'zod'
import { isReference } from '../../../contract/fields.ts'
import { BESIDE, type JsonSchema, type Vocabulary } from '../checks/vocabulary.ts'
import { ANCHORS, fileSchema } from './file-schema.ts'
import { flattened } from './flatten-schema.ts'

type Properties = Readonly<Record<string, JsonSchema>>

export function scenarioJsonSchema(vocabulary: Vocabulary, handles: readonly string[] = []): JsonSchema {
  const file = z.toJSONSchema(fileSchema(z.any().meta({ id: 'step' })), { io: 'input' })
  const words = [...vocabulary.values()].map(({ name, summary, schema }) => {
    const { $schema: _, ...rest } = flattened(schema, { variables: true }) as JsonSchema & { $schema?: string }
    return [name, { ...completed(name, rest as JsonSchema, vocabulary, handles), description: summary }]
  })
  const beside = z.toJSONSchema(z.strictObject(BESIDE), { io: 'input' }).properties as Properties
  const step = {
    type: 'object',
    description: 'one action with its parameters, or one expectation',
    properties: { ...Object.fromEntries(words), ...mapped(beside, (each) => flattened(each)) },
    additionalProperties: false,
    minProperties: 1,
  }
  const world = (file.properties as Properties).world
  return {
    ...flattened({ ...file, properties: { ...file.properties, world: worldOf(world, vocabulary) } } as JsonSchema),
    title: 'A scenario file of bot-emulator',
    patternProperties: { [ANCHORS.source]: true },
    $defs: { step },
  } as JsonSchema
}

/** The entries of a world are what actions take, without the handle that they stand under. */
function worldOf(world: JsonSchema | undefined, vocabulary: Vocabulary): JsonSchema {
  const entry = (action: string) => {
    const { handle: _, ...fields } = (vocabulary.get(action)?.schema.properties ?? {}) as Properties
    return {
      type: 'object',
      additionalProperties: {
        type: ['object', 'null'],
        properties: mapped(fields, (each) => flattened(each)),
        additionalProperties: false,
      },
    }
  }
  const service = vocabulary.get('updateService')?.schema
  return {
    ...world,
    properties: {
      ...(world?.properties as Properties),
      service,
      users: entry('createUser'),
      bots: entry('createBot'),
      groups: entry('createGroup'),
      channels: entry('createChannel'),
    },
  } as JsonSchema
}

/** What can be named in a word of a step. */
function completed(
  name: string,
  schema: JsonSchema,
  { operations, views }: Vocabulary,
  handles: readonly string[],
): JsonSchema {
  if (!schema.properties) {
    const { items } = schema as { items?: JsonSchema }
    return items
      ? ({ ...schema, items: completed('expect', items, { operations, views } as Vocabulary, handles) } as JsonSchema)
      : schema
  }
  const params = [...new Set([...operations.values()].flat())]
  const properties = mapped(schema.properties as Properties, (each, key): JsonSchema => {
    if (key === 'call' || key === 'operation') return { ...each, examples: [...operations.keys()] } as JsonSchema
    if (key === 'view') return { ...each, pattern: viewPattern(views), examples: [...views] } as JsonSchema
    if (key === 'with' && name === 'expect')
      return { ...each, properties: Object.fromEntries(params.map((one) => [one, true])) } as JsonSchema
    return handles.length && isReference(each as { kind?: unknown })
      ? ({ ...each, examples: [...handles] } as JsonSchema)
      : each
  })
  return { ...schema, properties } as JsonSchema
}

const viewPattern = (views: readonly string[]) =>
  `^(${views.map((view) => view.replace(/:\w+/g, '[^/]+')).join('|')})(\\?.*)?$`

const mapped = (properties: Properties, how: (schema: JsonSchema, key: string) => JsonSchema) =>
  Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, how(each, key)]))
