// Records injected faults that strike, and applies them to delivered updates.

import { agrees } from '../../lib/compare/difference.ts'
import { sameOne } from '../users/named.ts'
import type { Read, World } from '../world.ts'
import { type Effect, type Fault, type FaultOn, whyOf } from './faults.ts'

export function struck<On extends Effect['on']>(
  world: World,
  on: On,
  bot: number,
  fits: (fault: Fault) => boolean,
): FaultOn<On> | undefined {
  const fault = world.faults.take(on, bot, fits)
  if (fault) world.log.append([{ type: 'fault', bot, fault: fault.id, why: whyOf(fault) }])
  return fault
}

/** True if the update matches the condition of the fault. */
export const meets = (read: Read, { match }: Fault, update: object) =>
  match === null || agrees(match, update, sameOne(read))

/**
 * Returns the updates of one answer, duplicated or reordered by a fault. A fault that could not change this answer does not
 * count a match.
 */
export function faultyUpdates<Update extends object>(world: World, bot: number, updates: Update[]) {
  const met = (fault: Fault) => updates.filter((update) => meets(world, fault, update))
  const fault = struck(world, 'updates', bot, (one) => met(one).length > (isReorder(one) ? 1 : 0))
  if (!fault) return undefined
  const chosen = met(fault)
  return { why: whyOf(fault), updates: isReorder(fault) ? backwards(updates, chosen) : twice(updates, chosen) }
}

export const isReorder = ({ effect }: Fault) => effect.on === 'updates' && effect.reorder_updates === true

const twice = <Update>(updates: Update[], chosen: Update[]) =>
  updates.flatMap((update) => (chosen.includes(update) ? [update, update] : [update]))

/** Reverses the order of the chosen updates; all other updates keep their positions. */
function backwards<Update>(updates: Update[], chosen: Update[]): Update[] {
  const rest = [...chosen]
  return updates.map((update) => (chosen.includes(update) && rest.pop()) || update)
}
