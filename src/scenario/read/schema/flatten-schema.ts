// A JSON schema in which one mistake gives one error: a choice of kinds becomes a list of types, and a key that is not
// known is reported only where none is missing.

import { escapeRegex } from '../../../lib/compare/regex.ts'
import type { JsonSchema } from '../checks/vocabulary.ts'

type Loose = Record<string, unknown>

interface How {
  /** A variable may stand for any value. */
  variables?: boolean
}

const VARIABLE = '\\$'

export function flattened(schema: JsonSchema, how: How = {}): JsonSchema {
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
