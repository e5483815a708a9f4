// What a person's request may bring in words: whatever is done with longer ones, as to compare or to show them, takes its time.

import type { LongText } from '../../lib/long-text.ts'
import { Problem } from '../../lib/problem.ts'

/** All keys and texts together. Nothing that an action takes comes near it, but for the bytes of a file. */
const MAX_CHARACTERS = 4 * 1024 * 1024

/** Of the texts that were set aside, the bytes of its file. */
export function requireShortTexts(body: unknown, longTexts: ReadonlyMap<string, LongText>): LongText | undefined {
  const file = isObject(body) && isObject(body.file) ? body.file : {}
  const fileText = longTexts.get(String(file.base64))
  const isShort =
    longTexts.size === (fileText ? 1 : 0) && charactersIn(body) - charactersIn(file.base64) <= MAX_CHARACTERS
  if (isShort) return fileText
  throw new Problem(
    'invalid-params',
    `The texts of the body have more than ${MAX_CHARACTERS} characters.`,
    'Send less at once; a file has its own place, file.base64.',
  )
}

function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (!isObject(value)) return 0
  return Object.keys(value).reduce((sum, key) => sum + key.length + charactersIn(value[key]), 0)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
