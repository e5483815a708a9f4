// Splits a run among machines, and merges their reports.

import { readInput } from '../../lib/files.ts'
import { Problem } from '../../lib/problem.ts'
import { parseJson } from '../../lib/text.ts'
import { addAdvice } from '../../testing/scenarios/advice.ts'
import { createTally } from '../../testing/scenarios/coverage.ts'
import type { Advice, RunResult } from '../../testing/scenarios/run/result.ts'
import { type Scenario, scenarioKey } from '../../testing/scenarios/scenario.ts'

export interface Shard {
  /** The number of this shard, from 1 to `count`. */
  index: number
  count: number
}

/** With a report, all shards take about the same time. Otherwise, they have about as many scenarios. */
export function scenariosOfShard(scenarios: readonly Scenario[], { index, count }: Shard, report: string | undefined) {
  if (report !== undefined) return byDuration(scenarios, count, durationsIn(report))[index - 1] ?? []
  const from = (part: number) => Math.ceil((scenarios.length * part) / count)
  return scenarios.slice(from(index - 1), from(index))
}

function byDuration(scenarios: readonly Scenario[], count: number, durations: ReadonlyMap<string, number>) {
  const knownDurations = [...durations.values()]
  const averageMs = knownDurations.reduce((sum, each) => sum + each, 0) / knownDurations.length || 1
  const shares = Array.from({ length: count }, () => ({ ms: 0, indexes: [] as number[] }))
  const all = scenarios.map((scenario, index) => ({ index, ms: durations.get(scenarioKey(scenario)) ?? averageMs }))
  for (const { index, ms } of all.toSorted((a, b) => b.ms - a.ms)) {
    const leastLoaded = shares.reduce((best, each) => (each.ms < best.ms ? each : best))
    leastLoaded.ms += ms
    leastLoaded.indexes.push(index)
  }
  return shares.map(({ indexes }) => scenarios.filter((_, index) => indexes.includes(index)))
}

const durationsIn = (file: string): Map<string, number> =>
  new Map(readReport(file).scenarios.map((each) => [scenarioKey(each), each.set_ms + each.duration_ms]))

export function readReport(file: string): RunResult {
  const report: unknown = parseJson(readInput(file, 'bad-option', HINT).toString())
  const lists = ['scenarios', 'advice', 'notes'].every((name) => Array.isArray(Object(report)[name]))
  if (lists && Object(report).coverage) return report as RunResult
  throw new Problem('bad-option', `${file} is not a report of a test run.`, HINT)
}

const HINT = 'Write a report with --reporter json=report.json.'

export function mergeReports(reports: readonly RunResult[]): RunResult {
  const started = Math.min(...reports.map((each) => each.started))
  const endedAt = Math.max(...reports.map((each) => each.started + each.duration_ms))
  const first = <Key extends keyof RunResult>(key: Key) => reports.find((each) => each[key])?.[key]
  const faults = reports.flatMap((each) => each.faults ?? [])
  const tally = createTally()
  const advices = new Map<string, Advice>()
  for (const { coverage, advice } of reports) {
    tally.addCoverage(coverage)
    for (const each of advice) addAdvice(advices, each)
  }
  return {
    origin: first('origin'),
    scenarios: reports.flatMap((each) => each.scenarios),
    started,
    duration_ms: endedAt - started,
    advice: [...advices.values()],
    coverage: tally.coverage(),
    ...(faults.length && {
      faults: {
        kinds: [...new Set(faults.flatMap((each) => each.kinds))],
        scenarios: faults.flatMap((each) => each.scenarios),
        findings: faults.flatMap((each) => each.findings),
      },
    }),
    bailed: reports.some((each) => each.bailed),
    stopped: first('stopped'),
    failure: first('failure'),
    notes: [...new Set(reports.flatMap((each) => each.notes))],
  }
}
