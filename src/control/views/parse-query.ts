// Parses the query parameters of views and events, and refuses unknown ones.

import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import type { Query } from '../contract/declarations.ts'

export type QueryText = Readonly<Record<string, string>>

type Value = string | number | boolean

interface Kind {
  schema: object
  pattern?: RegExp
  expected?: string
  parse(text: string): Value
}

const TEXT: Kind = { schema: { type: 'string' }, parse: (text) => text }

const KINDS: Readonly<Record<Query[string], Kind>> = {
  text: TEXT,
  ref: TEXT,
  number: { schema: { type: 'integer', minimum: 0 }, pattern: /^\d{1,15}$/, expected: 'a whole number', parse: Number },
  boolean: {
    schema: { type: 'boolean' },
    pattern: /^(true|false)$/,
    expected: 'true or false',
    parse: (text) => text === 'true',
  },
}

export const schemaOfKind = (kind: Query[string]): object => KINDS[kind].schema

export function parseQuery(path: string, text: QueryText, kinds: Query): Record<string, Value> {
  requireKnownParams(path, text, Object.keys(kinds))
  return Object.fromEntries(Object.entries(text).map(([name, value]) => [name, parseParam(path, kinds, name, value)]))
}

export function requireKnownParams(path: string, query: QueryText, known: readonly string[]) {
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const takes = known.length ? `${path} takes ${known.join(', ')}.` : `${path} takes no parameters.`
  throw new Problem('invalid-params', `${path} does not take "${unknown}".`, didYouMean(unknown, known, takes))
}

function parseParam(path: string, kinds: Query, name: string, text: string): Value {
  const { pattern, expected, parse } = KINDS[kinds[name] ?? 'text']
  if (pattern?.test(text) === false) {
    throw new Problem('invalid-params', `${path}: ${name} is "${text}".`, `${name} must be ${expected}.`)
  }
  return parse(text)
}
