// What is said of a run as a whole: how many went which way, and what was noticed on the side.

import { PLAIN } from '../../lib/colours.ts'
import type { RunResult, ScenarioResult } from '../run/result.ts'

export function counts({ scenarios }: RunResult) {
  const of = (status: string) => scenarios.filter((each) => each.status === status).length
  const flaky = scenarios.filter((each) => each.flaky).length
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped'), unplayed: of('unplayed'), flaky }
}

export function summaryLine(run: RunResult, paint = PLAIN): string {
  const { passed, failed, skipped, unplayed, flaky } = counts(run)
  const parts = [
    failed && paint('bad', `${failed} failed`),
    passed ? paint('good', `${passed} passed`) : '0 passed',
    flaky && paint('notice', `${flaky} flaky`),
    skipped && paint('notice', `${skipped} skipped`),
    unplayed && !run.bailed && paint('bad', `${unplayed} not played`),
    run.bailed && paint('notice', 'stopped at the first failure'),
    run.failure && paint('bad', 'failed after the last step'),
  ]
  return `${parts.filter(Boolean).join(', ')} ${paint('aside', `(${span(run.duration_ms)})`)}`
}

/** What is wrong with the run as a whole, each with a title and what explains it. */
export function troubleLines({ stopped, failure }: RunResult): string[] {
  return [
    ...(stopped ? ['Not all was played:', stopped.message, ...stopped.details] : []),
    ...(failure ? ['After the last step:', failure.message, ...failure.details] : []),
  ]
}

/** It was not played, whatever the reason. */
export const isLeftOut = ({ status }: ScenarioResult) => status === 'skipped' || status === 'unplayed'

export const flakyText = ({ attempts }: ScenarioResult) => `flaky: passed at the ${ordinal(attempts)} time`

const ordinal = (n: number) => `${n}${['th', 'st', 'nd', 'rd'][n] ?? 'th'}`

export function adviceLines({ advice }: RunResult): string[] {
  return advice.map(({ kind, message, scenario, seen }) => {
    const where = scenario === undefined ? '' : ` In "${scenario}"${seen > 1 ? ` and ${seen - 1} more` : ''}.`
    return `${kind}: ${message}${where}`
  })
}

/** The operations that were answered with true because they are lenient, and how often. */
export function lenientLines({ scenarios }: RunResult): string[] {
  const counts = new Map<string, number>()
  for (const { method, lenient } of scenarios.flatMap(({ calls }) => calls)) {
    if (lenient) counts.set(method, (counts.get(method) ?? 0) + 1)
  }
  return [...counts].map(
    ([method, count]) => `Lenient, so without effect: ${method} (${count} ${count === 1 ? 'call' : 'calls'}).`,
  )
}

export const span = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
