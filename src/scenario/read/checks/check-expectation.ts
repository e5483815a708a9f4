// Checks an expectation before it is played: its operation, parameters, view and regular expressions.

import { didYouMean, nearest } from '../../../lib/compare/nearest.ts'
import { regexIn, requireReadable } from '../../../lib/compare/regex.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Params } from '../../scenario.ts'
import { hasVariable } from '../../variables.ts'
import type { Mistake } from '../mistake.ts'
import type { Path, Source } from '../source.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Where it stands, and what it says. */
export interface Written {
  source: Source
  path: Path
  params: Params
}

type Operations = Vocabulary['operations']

/** Where a text between slashes is an expression. */
const COMPARED = ['with', 'result', 'error', 'text'] as const

export function checkExpectation(written: Written, operations: Operations): Mistake[] {
  const { source, path, params } = written
  const expressions = COMPARED.flatMap((key) => expressionMistakes(source, [...path, key], params[key]))
  return [...callMistakes(written, operations), ...expressions]
}

/** An operation that there is not is only ever refused. */
function callMistakes(written: Written, operations: Operations): Mistake[] {
  const { source, path, params } = written
  const { call, ok, error } = params
  if (typeof call !== 'string' || hasVariable(call)) return []
  const known = operations.get(call)
  if (known) return paramMistakes(written, call, known, operations)
  if (ok === false || error !== undefined) return []
  return unknownOperation(source, [...path, 'call'], call, operations)
}

/** Of a fault it may be left out, which stands for any. */
export const checkOperation = ({ source, path, params: { operation } }: Written, operations: Operations): Mistake[] =>
  typeof operation !== 'string' || hasVariable(operation) || operations.has(operation)
    ? []
    : unknownOperation(source, [...path, 'operation'], operation, operations)

function unknownOperation(source: Source, path: Path, name: string, operations: Operations): Mistake[] {
  const hint = didYouMean(name, [...operations.keys()])
  return [{ at: source.placeOf(path), message: `There is no operation "${name}".`, hint }]
}

/** What the service does not know at all a bot may send all the same, but nobody means a parameter of another name. */
function paramMistakes({ source, path, params }: Written, call: string, known: readonly string[], all: Operations) {
  const elsewhere = new Set([...all.values()].flat())
  return Object.keys((params.with ?? {}) as Params).flatMap((key): Mistake[] => {
    if (known.includes(key) || (!nearest(key, known) && !elsewhere.has(key))) return []
    const at = source.placeOfKey([...path, 'with', key])
    return [{ at, message: `${call} has no "${key}".`, hint: didYouMean(key, known) }]
  })
}

function expressionMistakes(source: Source, path: Path, value: unknown): Mistake[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => expressionMistakes(source, [...path, key], inner))
  }
  const regex = typeof value === 'string' && !hasVariable(value) ? regexIn(value) : undefined
  if (!regex) return []
  try {
    requireReadable(regex)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [{ at: source.placeOf(path), message: error.message, hint: error.hint }]
  }
}

/** Checks that a view has this path. */
export function checkView(view: unknown, views: readonly string[], at: Mistake['at']): Mistake[] {
  const [path = ''] = String(view).split('?')
  if (!path.startsWith('/') || viewAt(path, views)) return []
  const parts = path.split('/')
  const written = views.map((each) => asWritten(each.split('/'), parts))
  const known = `There are: ${views.join(', ')}.`
  return [{ at, message: `There is no view ${path}.`, hint: didYouMean(path, written, known) }]
}

const isPlace = (part: string) => part.startsWith(':')

/** The view that has this path, with `:user` and the like in it. */
export const viewAt = (path: string, views: readonly string[]): string | undefined => {
  const parts = path.split('/')
  const fits = (each: string, i: number) => each === parts[i] || (isPlace(each) && parts[i] !== '')
  return views.find((view) => view.split('/').length === parts.length && view.split('/').every(fits))
}

/** The view with the names that were written, so that only its own words are compared. */
const asWritten = (pattern: readonly string[], parts: readonly string[]) =>
  pattern.map((each, i) => (isPlace(each) ? (parts[i] ?? each) : each)).join('/')
