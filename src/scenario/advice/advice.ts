// What a run shows of a bot that no expectation asked for, and that would hurt it in the real service.

import type { Advice } from '../run/result.ts'
import { ADVISERS, type Evidence } from './advisers.ts'

export function createAdvisory() {
  const advices = new Map<string, Advice>()

  function note(kind: string, message: string, scenario?: string, about = message) {
    const key = `${kind} ${about}`
    const before = advices.get(key)
    advices.set(key, { kind, message, scenario, ...before, seen: (before?.seen ?? 0) + 1 })
  }

  return {
    note,
    add(evidence: Evidence) {
      for (const [kind, adviser] of Object.entries(ADVISERS)) {
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
