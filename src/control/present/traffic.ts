// Builds the views of calls, deliveries, faults and the clock.

import type { ReadClock } from '../../lib/clock.ts'
import { isHousekeeping } from '../../service/bot-api/operations/find-operation.ts'
import type { Call, Delivery } from '../../service/event-log/entry.ts'
import { type Fault, isUsedUp } from '../../service/messenger/faults/faults.ts'
import type { Read } from '../../service/messenger/world.ts'
import type { ClockView } from '../contract/service.ts'
import type { AttemptView, CallView, DeliveryView, FaultView } from '../contract/traffic.ts'
import { notesOn } from '../describe/call.ts'

export function viewCall(read: Read, call: Call): CallView {
  const { body, ...rest } = call
  const notes = notesOn(call)
  return {
    ...rest,
    bot: callerOf(read, call),
    ok: call.status === 200,
    body: JSON.parse(body),
    ...(isHousekeeping(call.method) && { housekeeping: true }),
    ...(notes.length && { notes }),
  }
}

/** Returns the handle of the bot that made the call, or null if the token was invalid or the bot no longer exists. */
export function callerOf(read: Read, call: Call): string | null {
  return call.bot === null ? null : (read.store.users.byId(call.bot)?.handle ?? null)
}

export function viewDelivery({ update, bot: _, ...rest }: Delivery): DeliveryView {
  return { ...rest, update_id: update.update_id, type: update.type }
}

/** Leaves out the body of the update, which only the view of a single delivery contains. */
export function viewAttempt({ update, id: _, at: _at, bot: _bot, why: _why, ...rest }: Delivery): AttemptView {
  return { update_id: update.update_id, update_type: update.type, ...rest }
}

export function viewFault(read: Read, fault: Fault): FaultView {
  const { bot, effect, ...rest } = fault
  const { on: _, ...how } = effect
  const handle = bot === null ? null : (read.store.users.byId(bot)?.handle ?? String(bot))
  return { ...rest, bot: handle, ...how, spent: isUsedUp(fault) }
}

export const viewClock = (clock: ReadClock): ClockView => ({ now: clock.ms() / 1000, frozen: clock.frozen() })
