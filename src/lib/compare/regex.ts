// Reads and applies patterns: a regular expression between slashes, or plain text.

import { Problem } from '../problem.ts'

export interface WrittenRegex {
  source: string
  flags: string
}

/** Splits `/source/flags`. Returns undefined for any other text, which is compared as plain text. */
export function regexIn(text: string): WrittenRegex | undefined {
  const [, source, flags = ''] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text) ?? []
  return source === undefined ? undefined : { source, flags }
}

export function requireValid({ source, flags }: WrittenRegex): RegExp {
  try {
    return new RegExp(source, flags)
  } catch (error) {
    const cause = (error as Error).message.replace(/^Invalid regular expression: .*: /s, '')
    const hint = 'Correct the expression, or write plain text without the slashes.'
    throw new Problem('bad-pattern', `/${source}/${flags} is not a valid regular expression: ${cause}.`, hint)
  }
}

export const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Returns the text for an expectation, escaped if the expectation would read it as a regular expression. */
export const literal = (text: string) => (regexIn(text) ? `/^${escapeRegex(text)}$/` : text)

export const regexTest = (regex: WrittenRegex, text: string) => requireValid(regex).test(text)

/** Returns true if a text matches a pattern. A plain pattern matches anywhere, in any letter case. */
export function matchesPattern(pattern: string, text: string): boolean {
  const regex = regexIn(pattern)
  return regex ? regexTest(regex, text) : text.toLowerCase().includes(pattern.toLowerCase())
}
