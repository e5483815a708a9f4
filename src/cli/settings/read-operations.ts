// Operations that are lenient: names with commas between them.

import { InvalidArgumentError } from 'commander'
import { whyNotLenient } from '../../bot-api/operations/lenient.ts'

export function readOperations(text: string, before: readonly string[] = []): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const why = names.map(whyNotLenient).find((reason) => reason !== undefined)
  if (why !== undefined) throw new InvalidArgumentError(/[.?]$/.test(why) ? why : `${why}.`)
  return [...new Set([...before, ...names])]
}
