// Applies injected faults to the deliveries of a webhook.

import { describeFault, type FaultOn } from '../messenger/faults/faults.ts'
import { isReorder, matchesValue, strike } from '../messenger/faults/strike.ts'
import type { World } from '../messenger/world.ts'
import type { UpdateRow } from '../store/tables/updates.ts'
import type { PostOutcome } from './post.ts'

export interface FaultyOutcome extends PostOutcome {
  /** True if an injected fault makes the webhook receive the delivered update again. */
  repeats?: true
  /** Describes the injected fault. */
  why?: string
}

/** Returns the update to deliver next: `update`, or the pending update after it if an injected fault swaps the two. */
export function reorderUnderFaults(world: World, bot: number, update: UpdateRow): UpdateRow {
  if (!world.faults.hasArmed()) return update
  const [, next] = world.store.updates.first(bot, 2)
  if (!next) return update
  const content = JSON.parse(next.body) as object
  return strike(world, 'updates', bot, (fault) => isReorder(fault) && matchesValue(world, fault, content))
    ? next
    : update
}

export async function deliverUnderFaults(
  world: World,
  bot: number,
  update: UpdateRow,
  { send, isRepeated }: { send: () => Promise<PostOutcome>; isRepeated: boolean },
): Promise<FaultyOutcome> {
  if (!world.faults.hasArmed()) return send()
  const content = JSON.parse(update.body) as object
  const failure = strike(world, 'webhook', bot, (fault) => matchesValue(world, fault, content))
  if (failure) return failDelivery(failure, send)
  const outcome = await send()
  // The repeated delivery of an update is not repeated again.
  if (outcome.error !== null || isRepeated) return outcome
  const again = strike(world, 'updates', bot, (fault) => !isReorder(fault) && matchesValue(world, fault, content))
  return again ? { ...outcome, repeats: true, why: describeFault(again) } : outcome
}

const ERROR_TEXTS = {
  refused: 'Connection refused',
  reset: 'Connection reset by peer',
  timeout: 'Read timeout expired',
  lost: 'Connection closed by peer',
}

async function failDelivery(fault: FaultOn<'webhook'>, send: () => Promise<PostOutcome>): Promise<FaultyOutcome> {
  const { webhook } = fault.effect
  const why = describeFault(fault)
  if (typeof webhook === 'number') {
    return { status: webhook, error: `Wrong response from the webhook: ${webhook}`, why }
  }
  if (webhook === 'lost') await send()
  return { status: null, error: ERROR_TEXTS[webhook], why }
}
