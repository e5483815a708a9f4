// Finds a view by its path, and parses its query.

import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'
import type { Query, QueryTypes, ViewDeclaration } from '../contract/declarations.ts'
import { VIEWS } from './index.ts'
import type { View, ViewSources } from './view.ts'

// This cast adds `find`. The published type of VIEWS omits `find`, because it must not mention the database.
const PATTERNS = (VIEWS as readonly ViewDeclaration[] as readonly View[]).map((view) => ({
  view,
  pattern: new RegExp(`^${view.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

export function findView(sources: ViewSources, path: string, text: QueryText): unknown {
  const { view, refs } = matchView(path)
  const query = parseQuery(path, text, view.query ?? {})
  return view.find(sources, { ...query, ...refs })
}

export function matchView(path: string): { view: View; refs: Record<string, string> } {
  for (const { view, pattern } of PATTERNS) {
    const match = pattern.exec(path)
    if (match) return { view, refs: decodeRefs(match.groups) }
  }
  const knownPaths = VIEWS.map((view) => view.path.replace(/:\w+/g, '*'))
  throw new Problem('no-such-view', `Unknown view ${path}.`, `The views are: ${knownPaths.join(', ')}.`)
}

const decodeRefs = (refs: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(refs).map(([name, ref]) => [name, decodeRef(ref)]))

function decodeRef(ref: string): string {
  try {
    return decodeURIComponent(ref)
  } catch {
    throw new Problem('invalid-params', `"${ref}" is not valid in a path.`, 'Write % as %25.')
  }
}

export type QueryText = Readonly<Record<string, string>>

type Value = QueryTypes[keyof QueryTypes]

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

function parseQuery(path: string, text: QueryText, kinds: Query): Record<string, Value> {
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
