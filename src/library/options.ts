// What is passed by whoever writes without types: a mistyped name is said to be one, and is not passed over.

import { didYouMean } from '../lib/compare/nearest.ts'
import { Problem } from '../lib/problem.ts'

export function requireOptions(what: string, options: unknown, known: readonly string[]) {
  if (typeof options !== 'object' || options === null) throw wrong(what, `{ ${known.join(', ')} }`, options)
  const stray = Object.keys(options).find((name) => !known.includes(name))
  if (stray === undefined) return
  throw new Problem('invalid-params', `${what} knows no "${stray}".`, didYouMean(stray, known))
}

export const wrong = (what: string, form: string, got: unknown) =>
  new Problem('invalid-params', `${what} takes ${form}.`, `It got ${got === undefined ? 'nothing' : asWritten(got)}.`)

const asWritten = (value: unknown) => (typeof value === 'function' ? 'a function' : JSON.stringify(value))
