// Whether every variable is there by the time a step names it.

import { nearest } from '../../../lib/compare/nearest.ts'
import type { Params, Step } from '../../scenario.ts'
import { namesIn } from '../../variables.ts'
import type { Mistake } from '../mistake.ts'

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
    for (const name of takenBy(step)) names.add(name)
  }
  return mistakes
}

/** An action takes its result beside it, whatever else takes one inside. */
function takenBy({ as, word, params }: Step): string[] {
  if (as !== undefined) return [as]
  if (!/^(expect|http$|run$)/.test(word)) return []
  const all = Array.isArray(params) ? (params as Params[]) : [params]
  return all.flatMap((each) => (typeof each.as === 'string' ? each.as : []))
}

type PlaceOf = (step: Step, path: readonly (string | number)[]) => Mistake['at']
