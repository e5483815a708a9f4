// An injected fault, and how often it has struck.

import type { FaultView } from '../../contract/traffic.ts'
import { type Fault, isSpent } from '../../messenger/faults/faults.ts'
import type { Read } from '../../messenger/world.ts'

export function viewFault(read: Read, fault: Fault): FaultView {
  const { bot, effect, ...rest } = fault
  const { on: _, ...how } = effect
  const handle = bot === null ? null : (read.store.users.byId(bot)?.handle ?? String(bot))
  return { ...rest, bot: handle, ...how, spent: isSpent(fault) }
}
