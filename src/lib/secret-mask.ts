// Replaces known secrets in texts, also if they are percent-encoded or escaped as in JSON.

const SECRET_WITH_COLON = /[\w-]:[\w-]/
/** The minimum length of a secret without a colon, because a shorter one may be an ordinary word. */
const MIN_CHARACTERS = 8
const NO_COLON = -1

const ESCAPED = /%[\da-f]{2}|\\(?:u[\da-f]{4}|["/\\])/i
const ESCAPE = /%([\da-f]{2})|\\+u([\da-f]{4})|\\+(["/])|\\(\\)/gi
/** The maximum number of times that a text is decoded, to find secrets that were escaped more than once. */
const MAX_DECODINGS = 3

export type SecretMask = ReturnType<typeof createSecretMask>

export function createSecretMask(replacement = '…') {
  let secrets = new Set<string>()
  /** All forms in which a decoded text may contain one of the secrets (see `formsOf`). */
  let forms = new Set<string>()
  /** Maps the position of the first colon in a secret to the lengths of such secrets. Without a colon, it is -1. */
  let lengths = new Map<number, Set<number>>()

  function maskText(text: string): string {
    if (!lengths.has(NO_COLON) && !mayHoldColon(text)) return text
    const ranges: Range[] = []
    for (const { plain, starts } of decodings(text)) {
      for (const { start, end } of rangesIn(plain)) {
        ranges.push({ start: starts?.[start] ?? start, end: starts?.[end] ?? end })
      }
    }
    let masked = ''
    let maskedUpTo = 0
    for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
      if (start >= maskedUpTo) masked += text.slice(maskedUpTo, start) + replacement
      maskedUpTo = Math.max(maskedUpTo, end)
    }
    return masked + text.slice(maskedUpTo)
  }

  /** Finds secrets around each colon, because tokens contain one. Comparing thousands of secrets would be slow. */
  function* rangesIn(text: string): Generator<Range> {
    for (const [colon, lengthsAtColon] of lengths) {
      const isAnchored = colon !== NO_COLON
      for (let at = 0; at < text.length; at++) {
        if (isAnchored) at = text.indexOf(':', at)
        if (at < 0) break
        const start = isAnchored ? at - colon : at
        if (start < 0) continue
        for (const length of lengthsAtColon) {
          if (forms.has(text.slice(start, start + length))) yield { start, end: start + length }
        }
      }
    }
  }

  /** Masks the secrets in all texts and keys of a value. Copies only objects and lists that contain a secret. */
  function mask<Value>(value: Value): Value
  function mask(value: unknown): unknown {
    if (typeof value === 'string') return maskText(value)
    if (typeof value !== 'object' || value === null) return value
    const fields = value as Record<string, unknown>
    let isChanged = false
    for (const key in fields) isChanged ||= maskText(key) !== key || mask(fields[key]) !== fields[key]
    if (!isChanged) return value
    if (Array.isArray(value)) return value.map((each) => mask(each))
    return Object.fromEntries(Object.entries(fields).map(([key, each]) => [maskText(key), mask(each)]))
  }

  /** Adds a secret. A secret that is already known becomes the newest, so `keepNewest` drops it last. */
  function add(secret: string) {
    if (!SECRET_WITH_COLON.test(secret) && secret.length < MIN_CHARACTERS) return
    secrets.delete(secret)
    secrets.add(secret)
    for (const form of formsOf(secret)) {
      const colon = SECRET_WITH_COLON.test(form) ? form.indexOf(':') : NO_COLON
      lengths.set(colon, (lengths.get(colon) ?? new Set()).add(form.length))
      forms.add(form)
    }
  }

  return {
    mask,
    add,
    count: () => secrets.size,
    keepNewest(count: number) {
      const newest = [...secrets].slice(-count)
      secrets = new Set()
      forms = new Set()
      lengths = new Map()
      newest.forEach(add)
    },
  }
}

/** Returns true if the text may contain a secret with a colon. Searching single characters is faster than a pattern. */
function mayHoldColon(text: string): boolean {
  return (text.includes(':') && SECRET_WITH_COLON.test(text)) || ESCAPED.test(text)
}

/**
 * Returns the spellings that a secret may have in a decoded text. A space may be `+`, as in a form. Each UTF-8 byte may
 * be one character, because `decodings` decodes byte by byte.
 */
const formsOf = (secret: string) =>
  [secret, secret.replaceAll(' ', '+')].flatMap((form) => [form, Buffer.from(form).toString('latin1')])

interface Range {
  start: number
  end: number
}

/**
 * Yields the text unchanged, then with its escapes decoded once, twice and so on. For each decoded character, `starts`
 * contains its index in the original text.
 */
function* decodings(text: string): Generator<{ plain: string; starts?: number[] }> {
  yield { plain: text }
  let plain = text
  let starts: number[] | undefined
  for (let round = 0; round < MAX_DECODINGS; round++) {
    let decoded = ''
    let end = 0
    const newStarts: number[] = []
    const keep = (from: number, to: number) => {
      decoded += plain.slice(from, to)
      for (let i = from; i < to; i++) newStarts.push(starts?.[i] ?? i)
    }
    for (const match of plain.matchAll(ESCAPE)) {
      keep(end, match.index)
      decoded += match[3] ?? match[4] ?? String.fromCharCode(Number.parseInt(match[1] ?? match[2] ?? '', 16))
      newStarts.push(starts?.[match.index] ?? match.index)
      end = match.index + match[0].length
    }
    if (end === 0) return
    keep(end, plain.length)
    newStarts.push(text.length)
    plain = decoded
    starts = newStarts
    yield { plain, starts }
  }
}
