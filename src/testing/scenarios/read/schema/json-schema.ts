// The JSON schema of scenario files, for completion and validation in editors.

import * as z from 'zod'
import { isReference } from '../../../../control/describe/fields.ts'
import { escapeRegex } from '../../../../lib/compare/regex.ts'
import { CREATE_ACTIONS } from '../../../worlds/world-file.ts'
import { isMap } from '../../scenario.ts'
import { type JsonSchema, STEP_OPTIONS, type StepCatalogue } from '../checks/step-catalogue.ts'
import { ANCHORS, fileSchema } from './file-schema.ts'

type AnySchema = Readonly<Record<string, unknown>>
type Properties = Readonly<Record<string, AnySchema>>

export function scenarioJsonSchema(catalogue: StepCatalogue, handles: readonly string[] = []): JsonSchema {
  const file: AnySchema = z.toJSONSchema(fileSchema(z.any().meta({ id: 'step' })), { io: 'input' })
  const words = [...catalogue.values()].map(({ name, summary, schema }) => {
    const { $schema: _, ...rest } = flatten(schema, true, true)
    return [name, { ...withCompletions(name, rest, catalogue, handles), description: summary }]
  })
  const stepOptions = z.toJSONSchema(z.strictObject(STEP_OPTIONS), { io: 'input' }).properties as Properties
  const step = {
    type: 'object',
    description: 'one action with its parameters, or one expectation',
    properties: { ...Object.fromEntries(words), ...mapProperties(stepOptions, (each) => flatten(each)) },
    additionalProperties: false,
    minProperties: 1,
  }
  const properties = file.properties as Properties
  const world = worldSchemaFrom(properties.world, catalogue)
  return {
    ...flatten({ ...file, properties: { ...properties, world } }),
    title: 'A scenario file of bot-emulator',
    patternProperties: { [ANCHORS.source]: true },
    $defs: { step },
  } as JsonSchema
}

/** A world entry has the parameters of the action that creates it, except `handle`, which is the entry's key. */
function worldSchemaFrom(world: AnySchema | undefined, catalogue: StepCatalogue): AnySchema {
  const entry = (action: string) => {
    const { handle: _, ...fields } = (catalogue.get(action)?.schema.properties ?? {}) as Properties
    return {
      type: 'object',
      additionalProperties: {
        type: ['object', 'null'],
        properties: mapProperties(fields, (each) => flatten(each)),
        additionalProperties: false,
      },
    }
  }
  return {
    ...world,
    properties: {
      ...(world?.properties as Properties),
      service: catalogue.get('updateService')?.schema,
      ...Object.fromEntries([...CREATE_ACTIONS].map(([action, kind]) => [kind, entry(action)])),
    },
  }
}

function withCompletions(
  name: string,
  schema: AnySchema,
  catalogue: Pick<StepCatalogue, 'operations' | 'views'>,
  handles: readonly string[],
): AnySchema {
  const { items, properties } = schema
  if (!properties)
    return items ? { ...schema, items: withCompletions('expect', items as AnySchema, catalogue, handles) } : schema
  const { operations, views } = catalogue
  const params = [...new Set([...operations.values()].flat())]
  const withExamples = mapProperties(properties as Properties, (each, key) => {
    if (key === 'call' || key === 'operation') return { ...each, examples: [...operations.keys()] }
    if (key === 'view') return { ...each, pattern: viewPattern(views), examples: [...views] }
    if (key === 'with' && name === 'expect')
      return { ...each, properties: Object.fromEntries(params.map((one) => [one, true])) }
    return handles.length && isReference(each) ? { ...each, examples: [...handles] } : each
  })
  return { ...schema, properties: withExamples }
}

const viewPattern = (views: readonly string[]) =>
  `^(${views.map((view) => view.replace(/:\w+/g, '[^/]+')).join('|')})(\\?.*)?$`

const mapProperties = (properties: Properties, transform: (schema: AnySchema, key: string) => unknown) =>
  Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, transform(each, key)]))

const VARIABLE_PATTERN = '\\$'

/** Simplifies a schema for editors: one error per mistake, and a list of types instead of a union. */
function flatten(schema: AnySchema, allowVariables = false, isTop = false): AnySchema {
  const { anyOf, oneOf, ...rest } = schema
  const choices = (anyOf ?? oneOf) as AnySchema[] | undefined
  const mergedSchema = choices ? { ...rest, ...mergeChoices(choices.map((each) => flatten(each))) } : rest
  const inner = closedOnceComplete(flattenChildren(constAsEnum(mergedSchema), allowVariables))
  return allowVariables && !isTop ? acceptVariable(inner) : inner
}

function flattenChildren(schema: AnySchema, allowVariables: boolean): AnySchema {
  const each = (value: unknown) => (isMap(value) ? flatten(value, allowVariables) : value)
  const { properties, items, additionalProperties } = schema
  return {
    ...schema,
    ...(isMap(properties) && { properties: mapProperties(properties as Properties, each) }),
    ...(items !== undefined && { items: each(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: each(additionalProperties) }),
  }
}

/** Forbids unknown keys only once all required keys are present, so that a mistyped key causes one error. */
function closedOnceComplete(schema: AnySchema): AnySchema {
  const { required = [], additionalProperties, ...rest } = schema
  const keys = required as string[]
  if (additionalProperties !== false || !keys.length) return schema
  const knownKeys = Object.fromEntries(Object.keys(schema.properties ?? {}).map((key) => [key, true]))
  const complete = keys.reduceRight<AnySchema>((then, key) => ({ dependencies: { [key]: then } }), {
    properties: knownKeys,
    additionalProperties: false,
  })
  return { ...rest, required, ...complete }
}

/** Merges the choices of a union: joins their patterns, and suggests their enum values as completions. */
function mergeChoices(choices: readonly AnySchema[]): AnySchema {
  const words = choices.flatMap((each) => (each.enum as unknown[] | undefined) ?? [])
  const texts = choices.filter(({ type }) => type === 'string' || isListOf(type, 'string'))
  const isAnyText = texts.some((each) => each.enum === undefined && each.pattern === undefined)
  const patterns = texts.flatMap((each) =>
    each.enum ? (each.enum as unknown[]).map(exactPattern) : (each.pattern ?? []),
  )
  const types = [...new Set(choices.flatMap(({ type, enum: values }) => type ?? (values ? 'string' : [])))]
  const { enum: _, pattern: __, ...all } = Object.assign({}, ...choices) as AnySchema
  return {
    ...all,
    ...(choices.every(({ type, enum: values }) => type ?? values) && { type: types }),
    ...(!isAnyText && patterns.length && { pattern: patterns.join('|') }),
    ...(words.length && { examples: words }),
  }
}

function constAsEnum(schema: AnySchema): AnySchema {
  if (!('const' in schema)) return schema
  const { const: only, ...rest } = schema
  return { ...rest, enum: [only] }
}

function acceptVariable(schema: AnySchema): AnySchema {
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
      pattern: [...texts.map(exactPattern), VARIABLE_PATTERN].join('|'),
      examples: words,
    }
  }
  if (types.includes('string') && pattern === undefined) return schema
  return {
    ...rest,
    type: [...new Set([...types, 'string'])],
    pattern: pattern === undefined ? VARIABLE_PATTERN : `${pattern}|${VARIABLE_PATTERN}`,
  }
}

const exactPattern = (word: unknown) => `^${escapeRegex(String(word))}$`
const isListOf = (type: unknown, one: string) => Array.isArray(type) && type.includes(one)
