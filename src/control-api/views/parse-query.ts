// What a view or the events are asked with: a word that nothing would heed is refused, not passed over.

import type { Query } from '../../contract/declared.ts'
import { didYouMean } from '../../lib/compare/nearest.ts'
import { Problem } from '../../lib/problem.ts'

/** As it stands behind the question mark. */
export type QueryText = Readonly<Record<string, string>>

type Value = string | number | boolean

interface Kind {
  /** The same as JSON schema. */
  schema: object
  pattern?: RegExp
  says?: string
  read(text: string): Value
}

const TEXT: Kind = { schema: { type: 'string' }, read: (text) => text }

const KINDS: Readonly<Record<Query[string], Kind>> = {
  text: TEXT,
  ref: TEXT,
  number: { schema: { type: 'integer', minimum: 0 }, pattern: /^\d{1,15}$/, says: 'a whole number', read: Number },
  boolean: {
    schema: { type: 'boolean' },
    pattern: /^(true|false)$/,
    says: 'true or false',
    read: (text) => text === 'true',
  },
}

export const schemaOfWord = (kind: Query[string]): object => KINDS[kind].schema

export function parseQuery(path: string, text: QueryText, words: Query): Record<string, Value> {
  requireKnown(path, text, Object.keys(words))
  return Object.fromEntries(Object.entries(text).map(([word, value]) => [word, readWord(path, words, word, value)]))
}

export function requireKnown(path: string, query: QueryText, known: readonly string[]) {
  const stray = Object.keys(query).find((name) => !known.includes(name))
  if (stray === undefined) return
  const takes = known.length ? `It takes ${known.join(', ')}.` : 'It takes nothing.'
  throw new Problem('invalid-params', `${path} knows no "${stray}".`, didYouMean(stray, known, takes))
}

function readWord(path: string, words: Query, word: string, text: string): Value {
  const { pattern, says, read } = KINDS[words[word] ?? 'text']
  if (pattern?.test(text) === false) {
    throw new Problem('invalid-params', `${path}: ${word} is "${text}".`, `Give ${says}.`)
  }
  return read(text)
}
