// Injected faults, and how often each has struck.

import { type Fault, isSpent } from '../../messenger/faults/faults.ts'
import type { World } from '../../messenger/world.ts'

export function viewFault(world: World, { bot, effect: { on: _, ...effect }, ...fault }: Fault) {
  const handle = bot === null ? null : (world.store.users.byId(bot)?.handle ?? String(bot))
  return { ...fault, bot: handle, ...effect, spent: isSpent(fault as Fault) }
}
