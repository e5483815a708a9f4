// What can be known to be wrong of an expectation before it is played: no such operation, no such expression.

import { didYouMean } from '../../lib/compare/nearest.ts'
import { regexIn, requireReadable } from '../../lib/compare/regex.ts'
import { Problem } from '../../lib/problem.ts'
import type { Params } from '../scenario.ts'
import { hasVariable } from '../variables.ts'
import type { Mistake } from './mistake.ts'
import type { Path, Source } from './source.ts'

/** Where it stands, and what it says. */
interface Written {
  source: Source
  path: Path
  params: Params
}

/** Where a text between slashes is an expression. */
const COMPARED = ['with', 'result', 'error'] as const

export function checkExpectation(written: Written, operations: readonly string[]): Mistake[] {
  const { source, path, params } = written
  const expressions = COMPARED.flatMap((key) => expressionMistakes(source, [...path, key], params[key]))
  return [...callMistakes(written, operations), ...expressions]
}

/** An operation that there is not is only ever refused. */
function callMistakes({ source, path, params }: Written, operations: readonly string[]): Mistake[] {
  const { call, ok, error } = params
  if (typeof call !== 'string' || hasVariable(call) || operations.includes(call)) return []
  if (ok === false || error !== undefined) return []
  const hint = didYouMean(call, operations)
  return [{ at: source.placeOf([...path, 'call']), message: `There is no operation "${call}".`, hint }]
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
