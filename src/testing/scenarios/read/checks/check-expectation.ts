// Checks an expectation before it is played: its operation, parameters, view and regular expressions.

import { didYouMean, nearest } from '../../../../lib/compare/nearest.ts'
import { regexIn, requireValid } from '../../../../lib/compare/regex.ts'
import { Problem } from '../../../../lib/problem.ts'
import type { Params } from '../../scenario.ts'
import { hasVariable } from '../../variables.ts'
import type { Mistake } from '../mistake.ts'
import type { Path, Source } from '../source.ts'
import type { StepCatalogue } from './step-catalogue.ts'

export interface LocatedParams {
  source: Source
  path: Path
  params: Params
}

type Operations = StepCatalogue['operations']

const KEYS_WITH_REGEXES = ['with', 'result', 'error', 'text'] as const

export function checkExpectation(step: LocatedParams, operations: Operations): Mistake[] {
  const { source, path, params } = step
  const inRegexes = KEYS_WITH_REGEXES.flatMap((key) => regexMistakes(source, [...path, key], params[key]))
  return [...operationMistakes(step, operations), ...inRegexes]
}

/** Reports an unknown operation, unless the step expects the call to be refused. */
function operationMistakes(step: LocatedParams, operations: Operations): Mistake[] {
  const { source, path, params } = step
  const { call, ok, error } = params
  if (typeof call !== 'string' || hasVariable(call)) return []
  const paramNames = operations.get(call)
  if (paramNames) return paramMistakes(step, call, paramNames, operations)
  if (ok === false || error !== undefined) return []
  return unknownOperationMistakes(source, [...path, 'call'], call, operations)
}

/** Reports an unknown operation of a fault. A fault without an operation applies to any operation. */
export const checkOperation = (
  { source, path, params: { operation } }: LocatedParams,
  operations: Operations,
): Mistake[] =>
  typeof operation !== 'string' || hasVariable(operation) || operations.has(operation)
    ? []
    : unknownOperationMistakes(source, [...path, 'operation'], operation, operations)

function unknownOperationMistakes(source: Source, path: Path, name: string, operations: Operations): Mistake[] {
  const hint = didYouMean(name, [...operations.keys()])
  return [{ at: source.locationOf(path), message: `Unknown operation "${name}".`, hint }]
}

/** Reports unknown parameters only if they look mistyped, because a bot may send parameters that no operation has. */
function paramMistakes(
  { source, path, params }: LocatedParams,
  call: string,
  paramNames: readonly string[],
  all: Operations,
) {
  const paramsOfAll = new Set([...all.values()].flat())
  return Object.keys((params.with ?? {}) as Params).flatMap((key): Mistake[] => {
    if (paramNames.includes(key) || (!nearest(key, paramNames) && !paramsOfAll.has(key))) return []
    const at = source.keyLocationOf([...path, 'with', key])
    return [{ at, message: `${call} does not take "${key}".`, hint: didYouMean(key, paramNames) }]
  })
}

function regexMistakes(source: Source, path: Path, value: unknown): Mistake[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => regexMistakes(source, [...path, key], inner))
  }
  const regex = typeof value === 'string' && !hasVariable(value) ? regexIn(value) : undefined
  if (!regex) return []
  try {
    requireValid(regex)
    return []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [{ at: source.locationOf(path), message: error.message, hint: error.hint }]
  }
}

export function checkView(view: unknown, views: readonly string[], at: Mistake['at']): Mistake[] {
  const [path = ''] = String(view).split('?')
  if (!path.startsWith('/') || findView(path, views)) return []
  const parts = path.split('/')
  const suggestions = views.map((each) => withWrittenNames(each.split('/'), parts))
  const allViewsHint = `The views are: ${views.join(', ')}.`
  return [{ at, message: `Unknown view ${path}.`, hint: didYouMean(path, suggestions, allViewsHint) }]
}

const isPathParameter = (part: string) => part.startsWith(':')

/** Returns the pattern of a view's path: `/users/:user/chats` for `/users/alice/chats`. */
export const findView = (path: string, views: readonly string[]): string | undefined => {
  const parts = path.split('/')
  const fits = (each: string, i: number) => each === parts[i] || (isPathParameter(each) && parts[i] !== '')
  return views.find((view) => view.split('/').length === parts.length && view.split('/').every(fits))
}

/** Replaces parameters such as `:user` with the words of the given path, so that only fixed words are compared. */
const withWrittenNames = (pattern: readonly string[], parts: readonly string[]) =>
  pattern.map((each, i) => (isPathParameter(each) ? (parts[i] ?? each) : each)).join('/')
