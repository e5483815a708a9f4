// Finds a view by its path.

import { Problem } from '../../lib/problem.ts'
import type { ViewDeclaration } from '../contract/declarations.ts'
import { VIEWS } from './index.ts'
import { parseQuery, type QueryText } from './parse-query.ts'
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
