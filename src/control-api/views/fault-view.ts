// Injected faults, and how often each has struck.

import { type Fault, isSpent } from '../../messenger/faults/faults.ts'
import type { Read } from '../../messenger/world.ts'

export function viewFault(read: Read, { bot, effect: { on: _, ...effect }, ...fault }: Fault) {
  const handle = bot === null ? null : (read.store.users.byId(bot)?.handle ?? String(bot))
  return { ...fault, bot: handle, ...effect, spent: isSpent(fault as Fault) }
}
