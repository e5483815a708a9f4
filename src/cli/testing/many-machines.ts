// A run on several machines: the scenarios that each plays, and their reports as one.

import { readFileSync } from 'node:fs'
import { Problem } from '../../lib/problem.ts'
import type { Coverage } from '../../scenario/coverage.ts'
import { placeText } from '../../scenario/place-in-file.ts'
import type { Advice, RunResult } from '../../scenario/run/result.ts'
import type { Scenario } from '../../scenario/scenario.ts'

export interface Shard {
  /** From 1. */
  index: number
  count: number
}

/** The scenarios of one machine: as evenly as the last report tells, or else as many for each. */
export function shareOf(
  scenarios: readonly Scenario[],
  { index, count }: Shard,
  report: string | undefined,
): Scenario[] {
  if (report !== undefined) return byDuration(scenarios, count, durationsIn(report))[index - 1] ?? []
  const from = (part: number) => Math.ceil((scenarios.length * part) / count)
  return scenarios.slice(from(index - 1), from(index))
}

/** The longest first, each to the machine that has least to do; on each machine in their order. */
function byDuration(
  scenarios: readonly Scenario[],
  count: number,
  durations: ReadonlyMap<string, number>,
): Scenario[][] {
  const known = [...durations.values()]
  const usual = known.length ? known.reduce((sum, each) => sum + each, 0) / known.length : 1
  const shares = Array.from({ length: count }, () => ({ ms: 0, places: [] as number[] }))
  const all = scenarios.map((scenario, place) => ({ place, ms: durations.get(keyOf(scenario)) ?? usual }))
  for (const { place, ms } of all.toSorted((a, b) => b.ms - a.ms)) {
    const least = shares.reduce((best, each) => (each.ms < best.ms ? each : best))
    least.ms += ms
    least.places.push(place)
  }
  return shares.map(({ places }) => scenarios.filter((_, place) => places.includes(place)))
}

/** The rows of a table have one place and names of their own. */
const keyOf = ({ at, name }: Pick<Scenario, 'at' | 'name'>) => `${placeText(at)} ${name}`

const durationsIn = (file: string): Map<string, number> =>
  new Map(readReport(file).scenarios.map((each) => [keyOf(each), each.set_ms + each.duration_ms]))

/** What the reporter `json` has written. */
export function readReport(file: string): RunResult {
  let report: unknown
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw notAReport(file, (error as Error).message.replaceAll('\n', ' '))
  }
  const why = whyNoReport(report)
  if (why !== undefined) throw notAReport(file, why)
  return report as RunResult
}

/** As deep as a report of another program, or of an older version, could be mistaken for one. */
function whyNoReport(value: unknown): string | undefined {
  const { scenarios, ...rest } = Object(value) as Record<string, unknown>
  if (!Array.isArray(scenarios)) return 'it holds no scenarios'
  if (!scenarios.every(isResult)) return 'a scenario in it lacks what a report says of each'
  const lacking = ['advice', 'notes', 'coverage'].find((name) => Object(rest[name]) !== rest[name])
  return lacking && `it lacks ${lacking}`
}

function isResult(value: unknown): boolean {
  const { name, at, status, tags, steps, calls, scene } = Object(value) as Record<string, unknown>
  const lists = [tags, steps, calls].every((each) => Array.isArray(each))
  return (
    typeof name === 'string' &&
    typeof status === 'string' &&
    lists &&
    [at, scene].every((each) => Object(each) === each)
  )
}

const notAReport = (file: string, why: string) =>
  new Problem('bad-option', `${file} is no report of a run: ${why}.`, 'Write one with --reporter json=report.json.')

/** The reports of several machines as one. */
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
