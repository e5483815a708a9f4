// URL-encoded parameters, of a query or a form: of a name that comes twice the first counts.

import querystring from 'node:querystring'
import { copied } from '../../lib/text.ts'
import { BadBody } from './bad-body.ts'

/** No operation has a hundredth of them. */
const MAX_FIELDS = 1000

/** A part of a text keeps the whole in memory: where that is long, a small part is copied. */
const SHORT_CHARACTERS = 16 * 1024

/** Reads as URLSearchParams does, which takes minutes for a few megabytes of names alone. */
export function firstOfEach(text: string): Record<string, string> {
  const fields: Record<string, string> = {}
  const pairs = text.replace(/^\?/, '').split('&', MAX_FIELDS + 1)
  if (pairs.length > MAX_FIELDS) throw new BadBody(`it has more than ${MAX_FIELDS} fields`)
  const isSmall = (part: string) => text.length > SHORT_CHARACTERS && part.length < text.length / 2
  const decoded = (part: string) => (isSmall(part) ? copied(decode(part)) : decode(part))
  for (const pair of pairs) {
    if (pair === '') continue
    const sign = pair.indexOf('=')
    const name = decoded(sign < 0 ? pair : pair.slice(0, sign))
    if (!Object.hasOwn(fields, name)) fields[name] = sign < 0 ? '' : decoded(pair.slice(sign + 1))
  }
  return fields
}

function decode(text: string): string {
  const spaced = text.replace(/\+/g, ' ')
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    // What is no byte stays as it stands there; it looks at one byte in each character.
    return querystring.unescape(Buffer.from(spaced).toString('latin1'))
  }
}
