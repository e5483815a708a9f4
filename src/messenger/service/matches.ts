// Patterns in settings: a part of the text in any case, or a regular expression between slashes, under a deadline.

import { firstMatch } from '../../lib/compare/first-match.ts'
import { Problem } from '../../lib/problem.ts'

/** The first of the texts that one of the patterns matches, and the first pattern that does. */
export function firstHit(patterns: readonly string[], texts: readonly string[]) {
  const match = firstMatch(patterns, texts)
  if (!match?.slow) return match
  throw new Problem(
    'slow-pattern',
    `The pattern ${patterns[match.pattern]} of the service's settings takes too long on a text of ${texts[match.text]?.length} characters.`,
    'Write it without repetitions inside repetitions, and set it with updateService.',
  )
}
