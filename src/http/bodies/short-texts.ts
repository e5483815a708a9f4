// What a person's request may bring in words: whatever is done with longer ones, as to compare or to show them, takes its time.

import { Problem } from '../../lib/problem.ts'

/** All keys and texts together. Nothing that an action takes comes near it, but for the bytes of a file. */
const MAX_CHARACTERS = 4 * 1024 * 1024

export function requireShortTexts(body: unknown) {
  if (charactersIn(withoutBytes(body)) <= MAX_CHARACTERS) return
  throw new Problem(
    'invalid-params',
    `The texts of the body have more than ${MAX_CHARACTERS} characters.`,
    'Send less at once; a file has its own place, file.base64.',
  )
}

/** The bytes of a file are looked at piece by piece, by whoever takes them. */
function withoutBytes(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.file)) return body
  const { base64, ...file } = body.file
  return { ...body, file: typeof base64 === 'string' ? file : body.file }
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (!isObject(value)) return 0
  return Object.keys(value).reduce((sum, key) => sum + key.length + charactersIn(value[key]), 0)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
