// Values as they travel: JSON, in which an expression is written between slashes.

import { types } from 'node:util'

/** Also that of a test runner which runs tests in a realm with classes of its own. */
export const isRegExp = types.isRegExp

export const wireText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each) => (isRegExp(each) ? String(each) : each))

/** The same as comes out at the other end of a connection. */
export function throughJson<Result>(value: unknown): Result {
  return JSON.parse(wireText(value) ?? 'null')
}
