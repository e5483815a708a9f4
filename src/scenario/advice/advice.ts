// What a run shows of a bot that no expectation asked for, and that would hurt it in the real service.

import type { Advice } from '../run/result.ts'
import { callsAfterBlock } from './calls-after-block.ts'
import { emptyEdits } from './empty-edits.ts'
import type { Adviser, Evidence } from './evidence.ts'
import { hitLimits } from './hit-limits.ts'
import { ignoredAnswers } from './ignored-answers.ts'
import { ignoredParameters } from './ignored-parameters.ts'
import { ignoredRetryAfter } from './ignored-retry-after.ts'
import { silentCommands } from './silent-commands.ts'
import { twoPollers } from './two-pollers.ts'

const ADVISERS: readonly (readonly [kind: string, adviser: Adviser])[] = [
  ['ignored-retry-after', ignoredRetryAfter],
  ['call-after-block', callsAfterBlock],
  ['two-pollers', twoPollers],
  ['empty-edit', emptyEdits],
  ['limit-hit', hitLimits],
  ['silent-command', silentCommands],
  ['ignored-answer', ignoredAnswers],
  ['ignored-parameter', ignoredParameters],
]

export function createAdvisory() {
  const advices = new Map<string, Advice>()

  function note(kind: string, message: string, scenario?: string, about = message) {
    const key = `${kind} ${about}`
    const before = advices.get(key)
    advices.set(key, { kind, message, ...(scenario && { scenario }), ...before, seen: (before?.seen ?? 0) + 1 })
  }

  return {
    note,
    add(evidence: Evidence) {
      for (const [kind, adviser] of ADVISERS) {
        const findings = adviser(evidence).map((each) =>
          typeof each === 'string' ? { message: each, about: each } : each,
        )
        const first = new Map(findings.toReversed().map((each) => [each.about, each.message]))
        for (const [about, message] of first) note(kind, message, evidence.result.name, about)
      }
    },
    advice: (): Advice[] => [...advices.values()],
  }
}
