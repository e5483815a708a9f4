// The newest calls, updates and notes (for example, of a failed delivery).

import { signal } from '@preact/signals'
import { type Arrived, type Entry, withEvents } from '../../screens/model/traffic-entries.ts'

export const traffic = signal<readonly Entry[]>([])

export function addToTraffic(arrived: readonly Arrived[]) {
  traffic.value = withEvents(traffic.value, arrived)
}

/** Returns the id of the newest refused call before `id`. If `id` is the oldest one, returns the newest of all. */
export function refusedCallBefore(id: number): number | undefined {
  const refused = traffic.value.flatMap((entry) => (entry.kind === 'call' && !entry.call.ok ? entry.call.id : []))
  return refused.findLast((each) => each < id) ?? refused.at(-1)
}
