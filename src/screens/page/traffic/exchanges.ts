// The newest calls, updates and notes (for example, of a failed delivery).

import { model } from '../emulator.ts'

/** Returns the id of the newest refused call before `id`. If `id` is the oldest one, returns the newest of all. */
export function refusedCallBefore(id: number): number | undefined {
  const refused = model.traffic.value.flatMap((entry) => (entry.kind === 'call' && !entry.call.ok ? entry.call.id : []))
  return refused.findLast((each) => each < id) ?? refused.at(-1)
}
