// Counts what held, and groups failures with the same effect into findings.

import { KINDS } from '../scenarios/fault-kinds.ts'
import type { Advice, FaultFinding, FaultRow, FaultsReport } from '../scenarios/run/result.ts'
import type { FaultKind, Scenario } from '../scenarios/scenario.ts'
import { withoutNumbers } from '../seen/compare-seen.ts'
import type { Effect } from './judge.ts'
import type { Point } from './points.ts'
import type { Struck } from './trial.ts'

export type Findings = ReturnType<typeof createFindings>

interface Advised {
  reason: string
  message: string
  kind: FaultKind
  scenario: string
}

export function createFindings(kinds: readonly FaultKind[], scenarios: readonly Scenario[]) {
  const rows = new Map(
    scenarios.map((each): [Scenario, FaultRow] => [each, { name: each.name, at: each.at, kinds: {} }]),
  )
  const findings = new Map<string, FaultFinding>()
  const advised: Advised[] = []
  const keyOf = (kind: FaultKind, { key }: Effect) => `${kind} ${key}`

  function addFailure({ name, at }: Scenario, { kind, what }: Point, failure: Effect): FaultFinding | undefined {
    const key = keyOf(kind, failure)
    const known = findings.get(key)
    if (known) {
      known.times++
      if (known.sites.every((site) => withoutNumbers(site.what) !== withoutNumbers(what)))
        known.sites.push({ what, scenario: name, at })
      return undefined
    }
    const cause = KINDS[kind].says(what)
    const sites = [{ what, scenario: name, at }]
    const { mistake, text } = failure
    const finding = { kind, ...(mistake && { mistake }), text, cause, scenario: name, at, times: 1, sites }
    findings.set(key, finding)
    return finding
  }

  return {
    skip(scenario: Scenario, skipped: string) {
      Object.assign(rows.get(scenario) ?? {}, { skipped })
    },
    /** Counts a try, which is undefined if the fault did not happen. Returns the finding if its effect is new. */
    add(scenario: Scenario, point: Point, struck: Struck | undefined): FaultFinding | undefined {
      const { kind, what } = point
      const cells = rows.get(scenario)?.kinds ?? {}
      const cell = cells[kind] ?? { held: 0, tried: 0, not_tried: 0 }
      cells[kind] = cell
      if (!struck) {
        cell.not_tried++
        return undefined
      }
      const { failure } = struck
      const isAccepted = failure?.how === 'differs' && scenario.faults && scenario.faults.accept[kind] !== undefined
      cell.tried++
      if (struck.advice) {
        cell.advised = (cell.advised ?? 0) + 1
        const { reason, effect } = struck.advice
        const example = effect.how === 'differs' ? ` For example, ${effect.text} if ${KINDS[kind].says(what)}.` : ''
        advised.push({ reason, message: `${reason}${example}`, kind, scenario: scenario.name })
      }
      if (failure && !isAccepted) return addFailure(scenario, point, failure)
      cell.held++
      return undefined
    },
    isKnown: (kind: FaultKind, effect: Effect) => findings.has(keyOf(kind, effect)),
    countOf: (kind: FaultKind) => [...findings.values()].filter((each) => each.kind === kind).length,
    report: (): FaultsReport => ({ kinds, scenarios: [...rows.values()], findings: [...findings.values()] }),
    advice: (): Advice[] =>
      [...Map.groupBy(advised, ({ reason }) => reason).values()].map((all) => {
        const [{ message, scenario }] = all as [Advised]
        const faults = kinds.filter((kind) => all.some((each) => each.kind === kind))
        return { kind: 'faults', faults, message, scenario, seen: new Set(all.map((each) => each.scenario)).size }
      }),
  }
}
