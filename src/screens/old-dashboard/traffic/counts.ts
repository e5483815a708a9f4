// Counts calls and refusals, in total and per interval of real time.

import type { CallView } from '../../../control/contract/traffic.ts'
import type { State } from '../state/state.ts'

export const withCounts = ({ calls, refused }: State['counts'], more: readonly CallView[]): State['counts'] => ({
  calls: calls + more.length,
  refused: refused + more.filter(({ ok }) => !ok).length,
})

const INTERVAL_MS = 5000
const MAX_INTERVALS = 60

export function withCalls(chart: State['chart'], more: number, nowMs: number): State['chart'] {
  if (more === 0) return chart
  const { at, calls } = advanceChart(chart, nowMs)
  return { at, calls: [...calls.slice(0, -1), (calls.at(-1) ?? 0) + more] }
}

export function advanceChart(chart: State['chart'], nowMs: number): State['chart'] {
  const now = Math.floor(nowMs / INTERVAL_MS)
  const newIntervals = chart.calls.length ? Math.min(MAX_INTERVALS, now - chart.at) : MAX_INTERVALS
  if (newIntervals <= 0) return chart
  const zeros = Array<number>(newIntervals).fill(0)
  return { at: now, calls: [...chart.calls, ...zeros].slice(-MAX_INTERVALS) }
}

export function drawBars(counts: readonly number[], signs: string): string {
  const maximum = Math.max(1, ...counts)
  return counts
    .map((count) =>
      count === 0 ? ' ' : signs[Math.min(signs.length - 1, Math.ceil((count / maximum) * signs.length) - 1)],
    )
    .join('')
}
