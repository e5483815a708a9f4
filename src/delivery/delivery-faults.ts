// Lets injected faults strike a delivery to a webhook.

import { type FaultOn, whyOf } from '../messenger/faults/faults.ts'
import { isReorder, meets, struck } from '../messenger/faults/strike.ts'
import type { World } from '../messenger/world.ts'
import type { UpdateRow } from '../store/tables/updates.ts'
import type { Outcome } from './post.ts'

export interface FaultyOutcome extends Outcome {
  /** It was taken, and is delivered once more all the same. */
  again?: true
  /** The fault that struck. */
  why?: string
}

/** The update whose turn it is, or, out of order, the one after it. */
export function inFaultyOrder(world: World, bot: number, update: UpdateRow): UpdateRow {
  if (!world.faults.armed()) return update
  const [, next] = world.store.updates.first(bot, 2)
  if (!next) return update
  const content = JSON.parse(next.body) as object
  return struck(world, 'updates', bot, (fault) => isReorder(fault) && meets(world, fault, content)) ? next : update
}

export async function deliverUnderFaults(
  world: World,
  bot: number,
  update: UpdateRow,
  { send, isRepeated }: { send: () => Promise<Outcome>; isRepeated: boolean },
): Promise<FaultyOutcome> {
  if (!world.faults.armed()) return send()
  const content = JSON.parse(update.body) as object
  const failing = struck(world, 'webhook', bot, (fault) => meets(world, fault, content))
  if (failing) return failed(failing, send)
  const outcome = await send()
  // Twice is enough, however often a fault strikes.
  if (outcome.error !== null || isRepeated) return outcome
  const again = struck(world, 'updates', bot, (fault) => !isReorder(fault) && meets(world, fault, content))
  return again ? { ...outcome, again: true, why: whyOf(again) } : outcome
}

const WORDS = {
  refused: 'Connection refused',
  reset: 'Connection reset by peer',
  timeout: 'Read timeout expired',
  lost: 'Connection closed by peer',
}

async function failed(fault: FaultOn<'webhook'>, send: () => Promise<Outcome>): Promise<FaultyOutcome> {
  const { webhook } = fault.effect
  const why = whyOf(fault)
  if (typeof webhook === 'number') {
    return { status: webhook, error: `Wrong response from the webhook: ${webhook}`, why }
  }
  if (webhook === 'lost') await send()
  return { status: null, error: WORDS[webhook], why }
}
