// Counts what held, and groups failures with the same effect into findings.

import { createAdvisory } from '../scenarios/advice.ts'
import type { FaultFinding, FaultRow, FaultsReport } from '../scenarios/run/result.ts'
import type { FaultKind, Scenario } from '../scenarios/scenario.ts'
import type { Effect } from './judge.ts'
import { KINDS, type Point } from './points.ts'
import type { Struck } from './trial.ts'

export type Findings = ReturnType<typeof createFindings>

export function createFindings(kinds: readonly FaultKind[], scenarios: readonly Scenario[]) {
  const rows = new Map(
    scenarios.map((each): [Scenario, FaultRow] => [each, { name: each.name, at: each.at, kinds: {} }]),
  )
  const findings = new Map<string, FaultFinding>()
  const advisory = createAdvisory()
  const keyOf = (kind: FaultKind, { key }: Effect) => `${kind} ${key}`

  function addFailure({ name, at }: Scenario, { kind, what }: Point, failure: Effect): FaultFinding | undefined {
    const key = keyOf(kind, failure)
    const known = findings.get(key)
    if (known) {
      known.times++
      return undefined
    }
    const cause = KINDS[kind].says(what)
    const finding = { kind, text: failure.text, cause, scenario: name, at, times: 1 }
    findings.set(key, finding)
    return finding
  }

  function addAdvice(scenario: string, { kind, what }: Point, reason: string, { how, text }: Effect) {
    const example = how === 'differs' ? ` For example, ${text} if ${KINDS[kind].says(what)}.` : ''
    advisory.note('faults', `${reason}${example}`, scenario, reason)
  }

  return {
    skip(scenario: Scenario, skipped: string) {
      Object.assign(rows.get(scenario) ?? {}, { skipped })
    },
    /** Counts a try, which is undefined if the fault did not happen. Returns the finding if its effect is new. */
    add(scenario: Scenario, point: Point, struck: Struck | undefined): FaultFinding | undefined {
      const cells = rows.get(scenario)?.kinds ?? {}
      const cell = cells[point.kind] ?? { held: 0, tried: 0, not_tried: 0 }
      cells[point.kind] = cell
      if (!struck) {
        cell.not_tried++
        return undefined
      }
      const { failure, advice } = struck
      const isAccepted =
        failure?.how === 'differs' && scenario.faults && scenario.faults.accept[point.kind] !== undefined
      cell.tried++
      if (advice) addAdvice(scenario.name, point, advice.reason, advice.effect)
      if (failure && !isAccepted) return addFailure(scenario, point, failure)
      cell.held++
      return undefined
    },
    isKnown: (kind: FaultKind, effect: Effect) => findings.has(keyOf(kind, effect)),
    countOf: (kind: FaultKind) => [...findings.values()].filter((each) => each.kind === kind).length,
    report: (): FaultsReport => ({ kinds, scenarios: [...rows.values()], findings: [...findings.values()] }),
    advice: advisory.advice,
  }
}
