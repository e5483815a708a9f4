// Calls counted: how many, how many refused, and how many in each interval of real time.

import type { CallView } from '../../contract/traffic.ts'
import type { State } from '../state/state.ts'

export const withCounts = ({ calls, refused }: State['counts'], more: readonly CallView[]): State['counts'] => ({
  calls: calls + more.length,
  refused: refused + more.filter(({ ok }) => !ok).length,
})

const INTERVAL_MS = 5000
const KEPT = 60

export function withCalls(chart: State['chart'], more: number, nowMs: number): State['chart'] {
  if (more === 0) return chart
  const { at, calls } = upTo(chart, nowMs)
  return { at, calls: [...calls.slice(0, -1), (calls.at(-1) ?? 0) + more] }
}

/** With an empty interval for each that has begun since. */
export function upTo(chart: State['chart'], nowMs: number): State['chart'] {
  const now = Math.floor(nowMs / INTERVAL_MS)
  const begun = chart.calls.length ? Math.min(KEPT, now - chart.at) : KEPT
  if (begun <= 0) return chart
  const zeros = Array<number>(begun).fill(0)
  return { at: now, calls: [...chart.calls, ...zeros].slice(-KEPT) }
}

/** As bars of one cell each. */
export function bars(counts: readonly number[], signs: string): string {
  const most = Math.max(1, ...counts)
  return counts
    .map((count) =>
      count === 0 ? ' ' : signs[Math.min(signs.length - 1, Math.ceil((count / most) * signs.length) - 1)],
    )
    .join('')
}
