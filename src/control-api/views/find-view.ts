// Finds a view by its path, for HTTP and for a client in the same process.

import type { DeclaredView } from '../../contract/declared.ts'
import { Problem } from '../../lib/problem.ts'
import { VIEWS } from './index.ts'
import { parseQuery, type QueryText } from './parse-query.ts'
import type { View, ViewSources } from './view.ts'

// The published types of VIEWS must not mention the store, in which `find` looks.
const PATTERNS = (VIEWS as readonly DeclaredView[] as readonly View[]).map((view) => ({
  view,
  pattern: new RegExp(`^${view.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

export function findView(sources: ViewSources, path: string, text: QueryText): unknown {
  for (const { view, pattern } of PATTERNS) {
    const match = pattern.exec(path)
    if (!match) continue
    const query = parseQuery(path, text, view.query ?? {})
    return view.find(sources, { ...query, ...decoded(match.groups) })
  }
  const known = VIEWS.map((view) => view.path.replace(/:\w+/g, '*'))
  throw new Problem('no-such-view', `There is no view ${path}.`, `There are: ${known.join(', ')}.`)
}

/** Returns true if a view is a list, which is built while it is read. */
export const isRows = (found: unknown): found is Iterable<unknown> =>
  typeof found === 'object' && found !== null && Symbol.iterator in found

const decoded = (refs: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(refs).map(([name, ref]) => [name, decodedRef(ref)]))

function decodedRef(ref: string): string {
  try {
    return decodeURIComponent(ref)
  } catch {
    throw new Problem('invalid-params', `"${ref}" is no part of a path.`, 'Write a % as %25.')
  }
}
