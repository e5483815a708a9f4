// Splits a run among machines, and merges their reports.

import { readInput } from '../../lib/files.ts'
import { Problem } from '../../lib/problem.ts'
import { parseJson } from '../../lib/text.ts'
import type { Coverage } from '../../testing/scenarios/coverage.ts'
import { locationText } from '../../testing/scenarios/location.ts'
import type { Advice, RunResult } from '../../testing/scenarios/run/result.ts'
import type { Scenario } from '../../testing/scenarios/scenario.ts'

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
  const all = scenarios.map((scenario, index) => ({ index, ms: durations.get(keyOf(scenario)) ?? averageMs }))
  for (const { index, ms } of all.toSorted((a, b) => b.ms - a.ms)) {
    const leastLoaded = shares.reduce((best, each) => (each.ms < best.ms ? each : best))
    leastLoaded.ms += ms
    leastLoaded.indexes.push(index)
  }
  return shares.map(({ indexes }) => scenarios.filter((_, index) => indexes.includes(index)))
}

/** Identifies a scenario. Scenarios from the rows of a table have the same location, so the name is included. */
const keyOf = ({ at, name }: Pick<Scenario, 'at' | 'name'>) => `${locationText(at)} ${name}`

const durationsIn = (file: string): Map<string, number> =>
  new Map(readReport(file).scenarios.map((each) => [keyOf(each), each.set_ms + each.duration_ms]))

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
  const stopped = reports.find((each) => each.stopped)?.stopped
  const failure = reports.find((each) => each.failure)?.failure
  const origin = reports.find((each) => each.origin)?.origin
  return {
    origin,
    scenarios: reports.flatMap((each) => each.scenarios),
    started,
    duration_ms: endedAt - started,
    advice: mergeAdvice(reports.flatMap((each) => each.advice)),
    coverage: mergeCoverage(reports.map((each) => each.coverage)),
    bailed: reports.some((each) => each.bailed),
    stopped,
    failure,
    notes: [...new Set(reports.flatMap((each) => each.notes))],
  }
}

function mergeAdvice(all: readonly Advice[]): Advice[] {
  const merged = new Map<string, Advice>()
  for (const advice of all) {
    const key = `${advice.kind} ${advice.message}`
    const before = merged.get(key)
    merged.set(key, { ...advice, ...before, seen: (before?.seen ?? 0) + advice.seen })
  }
  return [...merged.values()]
}

function mergeCoverage(all: readonly Coverage[]): Coverage {
  const sum = (kind: keyof Coverage) => {
    const counts = new Map<string, number>()
    for (const { name, count } of all.flatMap((each) => each[kind])) counts.set(name, (counts.get(name) ?? 0) + count)
    return [...counts].map(([name, count]) => ({ name, count }))
  }
  return {
    operations: sum('operations'),
    update_types: sum('update_types'),
    errors: sum('errors'),
    buttons: sum('buttons'),
  }
}
