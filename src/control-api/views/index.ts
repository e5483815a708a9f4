// All views by path, and how to find one: for HTTP and for a client in the same process.

import type { DeclaredView, ParamsOf, ResultOf } from '../../contract/declared.ts'
import { Problem } from '../../lib/problem.ts'
import { bots } from './bots.ts'
import { chats } from './chats.ts'
import { parseQuery, type QueryText } from './parse-query.ts'
import { service } from './service.ts'
import { users } from './users.ts'
import type { View, ViewSources } from './view.ts'

export const VIEWS = [...bots, ...users, ...chats, ...service] as const satisfies readonly DeclaredView[]

type Listed = (typeof VIEWS)[number]

export type ViewPath = Listed['path']

/** The parameters of each view: the references in its path, and the words of its query. */
export type ViewParams = { [V in Listed as V['path']]: ParamsOf<V> }

/** The result of each view. */
export type ViewResults = { [V in Listed as V['path']]: ResultOf<V['result']> }

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
