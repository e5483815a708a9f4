// Calls of the last minutes, counted in intervals of real time.

import type { EventView } from '../../contract/events.ts'
import type { State } from '../state/state.ts'

const INTERVAL_MS = 5000
const KEPT = 60

export function withCalls(chart: State['chart'], events: readonly EventView[], nowMs: number): State['chart'] {
  const calls = events.filter((event) => event.type === 'call').length
  if (calls === 0) return chart
  const { at, calls: counts } = upTo(chart, nowMs)
  return { at, calls: addedLast(counts, calls) }
}

const addedLast = (counts: readonly number[], more: number) => [...counts.slice(0, -1), counts.at(-1)! + more]

/** With an empty interval for each that has begun since. */
export function upTo(chart: State['chart'], nowMs: number): State['chart'] {
  const now = Math.floor(nowMs / INTERVAL_MS)
  const begun = chart.calls.length ? Math.min(KEPT, now - chart.at) : KEPT
  if (begun <= 0) return chart
  const zeros = Array<number>(begun).fill(0)
  return { at: now, calls: [...chart.calls, ...zeros].slice(-KEPT) }
}
