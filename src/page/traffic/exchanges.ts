// The newest exchanges: updates, each with the calls that answer it.

import { signal } from '@preact/signals'
import { type Arrived, addToExchanges, type Exchange } from '../../describe/exchange.ts'

const MAX_EXCHANGES = 300

export const exchanges = signal<readonly Exchange[]>([])

export function addToTraffic(events: readonly Arrived[]) {
  const list = [...exchanges.value]
  for (const event of events) addToExchanges(list, event)
  exchanges.value = list.slice(-MAX_EXCHANGES)
}

/** Returns the id of the refused call before the given one, or of the newest refused call. */
export function refusedCallBefore(id: number): number | undefined {
  const calls = exchanges.value.flatMap((exchange) => exchange.calls)
  const refused = calls.flatMap((call) => (call.ok ? [] : call.id)).toSorted((one, other) => other - one)
  return refused.find((each) => each < id) ?? refused[0]
}
