// Whether there is a view of a path, before anything is played.

import { didYouMean } from '../../../lib/compare/nearest.ts'
import type { Mistake } from '../mistake.ts'

export function checkView(view: unknown, views: readonly string[], at: Mistake['at']): Mistake[] {
  const [path = ''] = String(view).split('?')
  const parts = path.split('/')
  if (!path.startsWith('/') || views.some((each) => fits(each.split('/'), parts))) return []
  const written = views.map((each) => asWritten(each.split('/'), parts))
  const known = `There are: ${views.join(', ')}.`
  return [{ at, message: `There is no view ${path}.`, hint: didYouMean(path, written, known) }]
}

const isPlace = (part: string) => part.startsWith(':')

const fits = (pattern: readonly string[], parts: readonly string[]) =>
  pattern.length === parts.length && pattern.every((each, i) => each === parts[i] || (isPlace(each) && parts[i] !== ''))

/** The view with the names that were written, so that only its own words are compared. */
const asWritten = (pattern: readonly string[], parts: readonly string[]) =>
  pattern.map((each, i) => (isPlace(each) ? (parts[i] ?? each) : each)).join('/')
