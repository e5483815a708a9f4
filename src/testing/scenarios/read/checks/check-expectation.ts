// Checks an expectation before it is played: its operation, parameters, view and regular expressions.

import { didYouMean, nearest } from '../../../../lib/compare/nearest.ts'
import { regexIn, requireValid } from '../../../../lib/compare/regex.ts'
import { Problem } from '../../../../lib/problem.ts'
import type { Params } from '../../scenario.ts'
import { hasVariable } from '../../variables.ts'
import type { Mistake } from '../mistake.ts'
import { mistakeAt, mistakeAtKey, type Path, type Source } from '../source.ts'
import type { StepCatalogue } from './step-catalogue.ts'

export interface LocatedParams {
  source: Source
  path: Path
  params: Params
}

type Operations = StepCatalogue['operations']

const KEYS_WITH_REGEXES = ['with', 'result', 'error', 'text'] as const

/** Returns mistakes that the schema of the step cannot find, such as an unknown operation or view. */
export function checkStep(
  step: LocatedParams,
  name: string,
  catalogue: StepCatalogue,
  lenient: readonly string[],
): Mistake[] {
  const { source, path, params } = step
  if (lenient.includes(String(params.call))) return []
  const { operations, views } = catalogue
  if (name === 'expectInOrder') {
    const each = (i: string) => ({ source, path: [...path, Number(i)], params: params[i] as Params })
    return Object.keys(params).flatMap((i) => checkStep(each(i), 'expect', catalogue, lenient))
  }
  if (name === 'expectState') return checkView(source, [...path, 'view'], String(params.view), views)
  if (name === 'injectFault') return operationMistakes(step, 'operation', operations)
  if (!name.startsWith('expect')) return []
  const isRefused = params.ok === false || params.error !== undefined
  return [
    ...(isRefused ? [] : operationMistakes(step, 'call', operations)),
    ...paramMistakes(step, operations),
    ...KEYS_WITH_REGEXES.flatMap((key) => regexMistakes(source, [...path, key], params[key])),
  ]
}

function operationMistakes({ source, path, params }: LocatedParams, key: string, operations: Operations): Mistake[] {
  const name = params[key]
  if (typeof name !== 'string' || hasVariable(name) || operations.has(name)) return []
  const hint = didYouMean(name, [...operations.keys()])
  return [mistakeAt(source, [...path, key], `Unknown operation "${name}".`, hint)]
}

/** Reports unknown parameters only if they look mistyped, because a bot may send parameters that no operation has. */
function paramMistakes({ source, path, params }: LocatedParams, operations: Operations): Mistake[] {
  const call = String(params.call)
  const names = operations.get(call)
  if (!names) return []
  const namesOfAll = new Set([...operations.values()].flat())
  return Object.keys(Object(params.with)).flatMap((key) =>
    names.includes(key) || (!nearest(key, names) && !namesOfAll.has(key))
      ? []
      : mistakeAtKey(source, [...path, 'with', key], `${call} does not take "${key}".`, didYouMean(key, names)),
  )
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
    return [mistakeAt(source, path, error.message, error.hint)]
  }
}

function checkView(source: Source, at: Path, view: string, views: readonly string[]): Mistake[] {
  const [path = ''] = view.split('?')
  if (!path.startsWith('/') || findView(path, views)) return []
  const parts = path.split('/')
  const suggestions = views.map((each) => withWrittenNames(each.split('/'), parts))
  const hint = didYouMean(path, suggestions, `The views are: ${views.join(', ')}.`)
  return [mistakeAt(source, at, `Unknown view ${path}.`, hint)]
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
