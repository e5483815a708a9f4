// Values as a path and a query carry them.

import type { Values } from './client.ts'

export const asQuery = (values: object = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, String(value)]),
  )

/** Puts values in the places that the path names; the others are the query. */
export function located(path: string, params: Values = {}): { path: string; query: Record<string, string> } {
  const query = asQuery(params)
  const filled = path.replace(/(?<=\/):(\w+)/g, (place, name: string) => {
    const { [name]: value = place } = query
    delete query[name]
    return value === place ? place : encodeURIComponent(value)
  })
  return { path: filled, query }
}
