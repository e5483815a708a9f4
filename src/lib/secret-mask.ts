// Replaces known secrets in texts, also if they are percent-encoded or escaped as in JSON.

const MASK = '…'

/**
 * Matches a text that may contain a secret with a colon, such as a bot's token, or an escape sequence that may hide
 * one. A text that does not match is not searched, unless a secret without a colon is known.
 */
const MAY_HOLD_SECRET = /[\w-]:[\w-]|%[\da-f]{2}|\\u[\da-f]{4}/i
const SECRET_WITH_COLON = /[\w-]:[\w-]/
/** The minimum length of a secret without a colon. A shorter one is not masked, because it may be an ordinary word. */
const MIN_CHARACTERS = 8

const ESCAPE = /%([\da-f]{2})|\\+u([\da-f]{4})/gi
/** The maximum number of times that a text is decoded, to find secrets that were escaped more than once. */
const MAX_DECODINGS = 3

export type SecretMask = ReturnType<typeof createSecretMask>

export function createSecretMask() {
  const secrets = new Set<string>()
  let hasSecretWithoutColon = false

  function maskText(text: string): string {
    if (!hasSecretWithoutColon && !MAY_HOLD_SECRET.test(text)) return text
    const ranges: Range[] = []
    for (const { plain, starts } of decodings(text)) {
      for (const secret of secrets) {
        for (const { start, end } of rangesOf(secret, plain)) {
          ranges.push({ start: starts?.[start] ?? start, end: starts?.[end] ?? end })
        }
      }
    }
    let masked = ''
    let maskedUpTo = 0
    for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
      if (start >= maskedUpTo) masked += text.slice(maskedUpTo, start) + MASK
      maskedUpTo = Math.max(maskedUpTo, end)
    }
    return masked + text.slice(maskedUpTo)
  }

  /** Returns the value with every secret in its texts and keys replaced. Copies only what it changes. */
  function mask<Value>(value: Value): Value
  function mask(value: unknown): unknown {
    if (typeof value === 'string') return maskText(value)
    if (typeof value !== 'object' || value === null) return value
    const fields = value as Record<string, unknown>
    const isUnchanged = Object.keys(fields).every((key) => maskText(key) === key && mask(fields[key]) === fields[key])
    if (isUnchanged) return value
    if (Array.isArray(value)) return value.map((each) => mask(each))
    return Object.fromEntries(Object.entries(fields).map(([key, each]) => [maskText(key), mask(each)]))
  }

  return {
    mask,
    add(secret: string) {
      const hasColon = SECRET_WITH_COLON.test(secret)
      if (!hasColon && secret.length < MIN_CHARACTERS) return
      secrets.add(secret)
      hasSecretWithoutColon ||= !hasColon
    },
  }
}

interface Range {
  start: number
  end: number
}

/**
 * Returns the positions of a secret in a text. First searches for its part from the colon on, because the digits before
 * the colon (the id of a bot) also occur alone in many texts.
 */
function rangesOf(secret: string, text: string): Range[] {
  const colon = Math.max(0, secret.indexOf(':'))
  const part = secret.slice(colon)
  const ranges = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const start = at - colon
    if (start >= 0 && text.startsWith(secret, start)) ranges.push({ start, end: start + secret.length })
  }
  return ranges
}

/**
 * Yields the text unchanged, then with its escape sequences decoded once, then twice, and so on. `starts` contains, for
 * each decoded character, its position in the original text.
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
      decoded += String.fromCharCode(Number.parseInt(match[1] ?? match[2] ?? '', 16))
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
