// The JSON schema of scenario files, for editors: it completes what can be named, and a mistake gives one error.

import * as z from 'zod'
import { isReference } from '../../../contract/fields.ts'
import { escapeRegex } from '../../../lib/compare/regex.ts'
import { BESIDE, type JsonSchema, type Vocabulary } from '../checks/vocabulary.ts'
import { ANCHORS, fileSchema } from './file-schema.ts'

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

type Loose = Record<string, unknown>

interface How {
  /** A variable may stand for any value. */
  variables?: boolean
}

const VARIABLE = '\\$'

/**
 * Returns a schema in which one mistake gives one error: a choice of kinds becomes a list of types, and an unknown key is
 * reported only if no key is missing.
 */
function flattened(schema: JsonSchema, how: How = {}): JsonSchema {
  return flat(schema as Loose, how, true) as JsonSchema
}

function flat(schema: Loose, how: How, isTop = false): Loose {
  const { anyOf, oneOf, ...rest } = schema
  const choices = (anyOf ?? oneOf) as Loose[] | undefined
  const whole = choices ? { ...rest, ...merged(choices.map((each) => flat(each, {}))) } : rest
  const inner = knownOnceComplete(inside(withConst(whole), how))
  return how.variables && !isTop ? allowingVariable(inner) : inner
}

/** Below, the same holds. */
function inside(schema: Loose, how: How): Loose {
  const each = (value: unknown) => (isSchema(value) ? flat(value, how) : value)
  const { properties, items, additionalProperties } = schema
  return {
    ...schema,
    ...(isSchema(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, each(one)])),
    }),
    ...(items !== undefined && { items: each(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: each(additionalProperties) }),
  }
}

/** A key that is required and mistyped would be missing, and not known either. */
function knownOnceComplete(schema: Loose): Loose {
  const { required = [], additionalProperties, ...rest } = schema
  const keys = required as string[]
  if (additionalProperties !== false || !keys.length) return schema
  const known = Object.fromEntries(Object.keys(schema.properties ?? {}).map((key) => [key, true]))
  const complete = keys.reduceRight<Loose>((then, key) => ({ dependencies: { [key]: then } }), {
    properties: known,
    additionalProperties: false,
  })
  return { ...rest, required, ...complete }
}

/** Words and patterns become one pattern, and are still offered. */
function merged(choices: readonly Loose[]): Loose {
  const words = choices.flatMap((each) => (each.enum as unknown[] | undefined) ?? [])
  const texts = choices.filter(({ type }) => type === 'string' || isListOf(type, 'string'))
  const isAnyText = texts.some((each) => each.enum === undefined && each.pattern === undefined)
  const patterns = texts.flatMap((each) => (each.enum ? (each.enum as unknown[]).map(exactly) : (each.pattern ?? [])))
  const types = [...new Set(choices.flatMap(({ type, enum: listed }) => type ?? (listed ? 'string' : [])))]
  const all: Loose = Object.assign({}, ...choices)
  delete all.enum
  delete all.pattern
  return {
    ...all,
    ...(choices.every(({ type, enum: listed }) => type ?? listed) && { type: types }),
    ...(!isAnyText && patterns.length && { pattern: patterns.join('|') }),
    ...(words.length && { examples: words }),
  }
}

function withConst(schema: Loose): Loose {
  if (!('const' in schema)) return schema
  const { const: only, ...rest } = schema
  return { ...rest, enum: [only] }
}

/** A type that no text has allows one with a variable in it; a text that has to have a form may be one as well. */
function allowingVariable(schema: Loose): Loose {
  const { type, enum: words, pattern, minLength: _, ...rest } = schema
  if (type === undefined && words === undefined) return schema
  const types = [type ?? []].flat() as string[]
  if (words) {
    const others = (words as unknown[]).filter((word) => typeof word !== 'string')
    const kinds = [...new Set([...types, ...others.map((word) => typeof word)])].filter((kind) => kind !== 'string')
    const texts = (words as unknown[]).filter((word) => typeof word === 'string')
    return {
      ...rest,
      type: ['string', ...kinds],
      pattern: [...texts.map(exactly), VARIABLE].join('|'),
      examples: words,
    }
  }
  if (types.includes('string') && pattern === undefined) return schema
  return {
    ...rest,
    type: [...new Set([...types, 'string'])],
    pattern: pattern === undefined ? VARIABLE : `${pattern}|${VARIABLE}`,
  }
}

const exactly = (word: unknown) => `^${escapeRegex(String(word))}$`
const isListOf = (type: unknown, one: string) => Array.isArray(type) && type.includes(one)
const isSchema = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
