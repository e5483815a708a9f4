// Selects the injected fault that takes effect, and logs it. Duplicates and reorders updates.

import { compare } from '../../../lib/compare/difference.ts'
import { sameReference } from '../users/find-by-ref.ts'
import type { Read, World } from '../world.ts'
import { describeFault, type Effect, type Fault, type FaultOn } from './faults.ts'

export function strike<On extends Effect['on']>(
  world: World,
  on: On,
  bot: number,
  fits: (fault: Fault) => boolean,
): FaultOn<On> | undefined {
  const fault = world.faults.take(on, bot, fits)
  if (fault) world.log.append([{ type: 'fault', bot, fault: fault.id, why: describeFault(fault) }])
  return fault
}

/** Returns true if a call's parameters or an update match a fault. */
export const matchesValue = (read: Read, { match }: Fault, value: object) =>
  match === null || !compare(match, value, sameReference(read)).difference

/** Applies a fault to updates. Ignores faults without effect, such as reordering a single update. */
export function applyUpdateFault<Update extends object>(world: World, bot: number, updates: Update[]) {
  const matching = (fault: Fault) => updates.filter((update) => matchesValue(world, fault, update))
  const fault = strike(world, 'updates', bot, (one) => matching(one).length > (isReorder(one) ? 1 : 0))
  if (!fault) return undefined
  const chosen = matching(fault)
  return {
    why: describeFault(fault),
    updates: isReorder(fault) ? reverseAmong(updates, chosen) : duplicate(updates, chosen),
  }
}

export const isReorder = ({ effect }: Fault) => effect.on === 'updates' && effect.reorder_updates === true

const duplicate = <Update>(updates: Update[], chosen: Update[]) =>
  updates.flatMap((update) => (chosen.includes(update) ? [update, update] : [update]))

function reverseAmong<Update>(updates: Update[], chosen: Update[]): Update[] {
  const rest = [...chosen]
  return updates.map((update) => (chosen.includes(update) && rest.pop()) || update)
}
