// The last lines of a run: how many went which way, and what was noticed on the side.

import { PLAIN } from '../../lib/colours.ts'
import type { RunResult } from '../run/result.ts'

export function counts({ scenarios }: RunResult) {
  const of = (status: string) => scenarios.filter((each) => each.status === status).length
  const flaky = scenarios.filter(({ status, attempts }) => status === 'passed' && attempts > 1).length
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped'), flaky }
}

export function summaryLine(run: RunResult, paint = PLAIN): string {
  const { passed, failed, skipped, flaky } = counts(run)
  const parts = [
    failed && paint('bad', `${failed} failed`),
    passed ? paint('good', `${passed} passed`) : '0 passed',
    flaky && paint('notice', `${flaky} only when played again`),
    skipped && paint('notice', `${skipped} skipped`),
    run.bailed && paint('notice', 'stopped at the first failure'),
  ]
  return `${parts.filter(Boolean).join(', ')} ${paint('aside', `(${span(run.duration_ms)})`)}`
}

export function adviceLines({ advice }: RunResult): string[] {
  return advice.map(({ kind, message, scenario, seen }) => {
    const where = scenario === undefined ? '' : ` In "${scenario}"${seen > 1 ? ` and ${seen - 1} more` : ''}.`
    return `${kind}: ${message}${where}`
  })
}

export const span = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)
