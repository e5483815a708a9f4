// Selects the injected fault that takes effect, and logs it. Duplicates and reorders updates.

import { stopwatch } from '../../lib/clock.ts'
import { isAsExpected } from '../../lib/compare/difference.ts'
import { cpuMs } from '../../lib/compare/regex.ts'
import { sameReference } from '../users/find-by-ref.ts'
import type { Read, World } from '../world.ts'
import { describeFault, type Effect, type Fault, type FaultOn } from './faults.ts'

/** The maximum time for comparing one call or update with faults. Faults not compared by then don't apply to it. */
const MAX_COMPARE_MS = 40

export function strike<On extends Effect['on']>(
  world: World,
  on: On,
  bot: number,
  fits: (fault: Fault) => boolean,
): FaultOn<On> | undefined {
  const elapsed = stopwatch()
  const cpuMsBefore = cpuMs()
  // The CPU time must exceed the limit too, because other programs may have delayed this process.
  const isTooLate = () => elapsed() > MAX_COMPARE_MS && cpuMs() - cpuMsBefore > MAX_COMPARE_MS
  const fault = world.faults.take(on, bot, (one) => !isTooLate() && fits(one))
  if (fault) world.log.append([{ type: 'fault', bot, fault: fault.id, why: describeFault(fault) }])
  return fault
}

/** Returns true if a call's parameters or an update match a fault. */
export const matchesValue = (read: Read, { match }: Fault, value: object) =>
  match === null || isAsExpected(match, value, sameReference(read))

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
