// What a view or the events are asked with: a word that nothing would heed is refused, not passed over.

import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'

export type Query = Readonly<Record<string, string>>

interface Kind {
  pattern: RegExp
  says: string
  /** The same as JSON schema. */
  schema: object
}

const NUMBER: Kind = { pattern: /^\d{1,15}$/, says: 'a whole number', schema: { type: 'integer', minimum: 0 } }
const SWITCH: Kind = { pattern: /^(true|false)$/, says: 'true or false', schema: { type: 'boolean' } }

/** Any other is a reference, or a word of its own. */
const KINDS: Readonly<Record<string, Kind>> = {
  after: NUMBER,
  before: NUMBER,
  limit: NUMBER,
  ok: SWITCH,
  fired: SWITCH,
  tokens: SWITCH,
}

export const querySchema = (name: string): object => KINDS[name]?.schema ?? { type: 'string' }

export function requireKnown(path: string, query: Query, known: readonly string[]) {
  const stray = Object.keys(query).find((name) => !known.includes(name))
  if (stray === undefined) return
  const takes = known.length ? `It takes ${known.join(', ')}.` : 'It takes nothing.'
  throw new Problem('invalid-params', `${path} knows no "${stray}".`, didYouMean(stray, known, takes))
}

export function requireValues(path: string, query: Query) {
  for (const [name, value] of Object.entries(query)) {
    const kind = KINDS[name]
    if (kind && !kind.pattern.test(value)) {
      throw new Problem('invalid-params', `${path}: ${name} is "${value}".`, `Give ${kind.says}.`)
    }
  }
}
