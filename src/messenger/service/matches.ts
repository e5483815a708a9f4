// Patterns in settings: a part of the text in any case, or a regular expression between slashes, under a deadline.

import { regexIn, regexTest } from '../../lib/compare/regex.ts'
import { Problem } from '../../lib/problem.ts'

export function matches(pattern: string, text: string): boolean {
  const expression = regexIn(pattern)
  if (!expression) return text.toLowerCase().includes(pattern.toLowerCase())
  const matched = regexTest(expression, text)
  if (matched !== undefined) return matched
  throw new Problem(
    'slow-pattern',
    `The pattern ${pattern} of the service's settings takes too long on a text of ${text.length} characters.`,
    'Write it without repetitions inside repetitions, and set it with updateService.',
  )
}
