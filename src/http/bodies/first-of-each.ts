// URL-encoded parameters, of a query or a form: of a name that comes twice the first counts.

import querystring from 'node:querystring'

/** Reads as URLSearchParams does, which takes minutes for a few megabytes of names alone. */
export function firstOfEach(encoded: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const pair of encoded.replace(/^\?/, '').split('&')) {
    if (pair === '') continue
    const sign = pair.indexOf('=')
    const name = decoded(sign < 0 ? pair : pair.slice(0, sign))
    if (!Object.hasOwn(fields, name)) fields[name] = sign < 0 ? '' : decoded(pair.slice(sign + 1))
  }
  return fields
}

function decoded(text: string): string {
  const spaced = text.replace(/\+/g, ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    // What is no byte stays as it stands there; it looks at one byte in each character.
    return querystring.unescape(Buffer.from(spaced).toString('latin1'))
  }
}
