// Whether there is a view of a path, before anything is played.

import { didYouMean } from '../../../lib/compare/nearest.ts'
import type { Mistake } from '../mistake.ts'

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
