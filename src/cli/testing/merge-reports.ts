// The reports of several machines as one.

import type { Coverage } from '../../scenario/coverage.ts'
import type { Advice, RunResult } from '../../scenario/run/result.ts'

export function mergeReports(reports: readonly RunResult[]): RunResult {
  const started = Math.min(...reports.map((each) => each.started))
  const ended = Math.max(...reports.map((each) => each.started + each.duration_ms))
  const stopped = reports.find((each) => each.stopped)?.stopped
  const failure = reports.find((each) => each.failure)?.failure
  const origin = reports.find((each) => each.origin)?.origin
  return {
    origin,
    scenarios: reports.flatMap((each) => each.scenarios),
    started,
    duration_ms: ended - started,
    advice: mergedAdvice(reports.flatMap((each) => each.advice)),
    coverage: mergedCoverage(reports.map((each) => each.coverage)),
    bailed: reports.some((each) => each.bailed),
    stopped,
    failure,
    notes: [...new Set(reports.flatMap((each) => each.notes))],
  }
}

function mergedAdvice(all: readonly Advice[]): Advice[] {
  const merged = new Map<string, Advice>()
  for (const advice of all) {
    const key = `${advice.kind} ${advice.message}`
    const before = merged.get(key)
    merged.set(key, { ...advice, ...before, seen: (before?.seen ?? 0) + advice.seen })
  }
  return [...merged.values()]
}

function mergedCoverage(all: readonly Coverage[]): Coverage {
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
