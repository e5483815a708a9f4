// Whether every variable is there by the time a step names it.

import { nearest } from '../../lib/compare/nearest.ts'
import type { Step } from '../scenario.ts'
import { namesIn } from '../variables.ts'
import type { Mistake } from './mistake.ts'

export function checkVariables(steps: readonly Step[], known: Iterable<string>, placeOf: PlaceOf): Mistake[] {
  const names = new Set(known)
  const mistakes: Mistake[] = []
  for (const step of steps) {
    for (const { name, path } of namesIn(step.params)) {
      const [root] = name.split('.') as [string]
      if (names.has(root)) continue
      const near = nearest(root, [...names])
      const hint = near ? `Did you mean $${near}?` : `Write $$${root} for the plain text.`
      mistakes.push({ at: placeOf(step, path), message: `Nothing is called $${root} by then.`, hint })
    }
    const taken = step.as ?? (step.params as { as?: string }).as
    if (taken && (step.as || step.word.startsWith('expect'))) names.add(taken)
  }
  return mistakes
}

type PlaceOf = (step: Step, path: readonly (string | number)[]) => Mistake['at']
