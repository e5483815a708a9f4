// Matches texts with patterns of the service's settings, and refuses slow patterns.

import { setImmediate } from 'node:timers/promises'
import { firstMatch } from '../../lib/compare/first-match.ts'
import { isSlow, regexIn } from '../../lib/compare/regex.ts'
import { Problem } from '../../lib/problem.ts'
import type { ServiceChanges } from './settings.ts'

/** Finds the first text that matches a pattern: returns the indexes of both. Throws if a pattern is slow. */
export function firstHit(patterns: readonly string[], texts: readonly string[]) {
  const match = firstMatch(patterns, texts)
  if (!match?.slow) return match
  const message = `The pattern ${patterns[match.pattern]} of the service's settings takes too long on a text of ${texts[match.text]?.length} characters.`
  const hint = 'Avoid nested repetitions such as (a+)+, and set the pattern again with updateService.'
  throw new Problem('slow-pattern', message, hint)
}

/** Throws if a pattern is slow. Returns a promise if the check needs pauses, during which other calls can run. */
export function requireFastPatterns(changes: ServiceChanges): Promise<undefined> | undefined {
  const steps = checkPatterns(changes)
  return steps.next().done ? undefined : runWithPauses(steps)
}

async function runWithPauses(steps: Generator<void>): Promise<undefined> {
  for (const _ of steps) await setImmediate()
}

/** Checks all patterns of the settings without pauses for calls, because no calls run while the emulator starts. */
export function requireFastPatternsSync(changes: ServiceChanges) {
  for (const _ of checkPatterns(changes));
}

function* checkPatterns({ content_filter = [], blocked_urls = [] }: ServiceChanges): Generator<void> {
  for (const pattern of new Set([...content_filter.map(({ match }) => match), ...blocked_urls])) {
    const expression = regexIn(pattern)
    if (!expression) continue
    yield
    if (!(yield* isSlow(expression))) continue
    const hint = 'Avoid nested repetitions such as (a+)+.'
    throw new Problem('slow-pattern', `The pattern ${pattern} takes too long on some texts.`, hint)
  }
}
