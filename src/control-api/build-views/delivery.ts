// An attempt to deliver an update to a webhook, in the list of a bot's deliveries and in an event.

import type { AttemptView, DeliveryView } from '../../contract/traffic.ts'
import type { Delivery } from '../../event-log/entry.ts'

export function viewDelivery({ update, bot: _, ...rest }: Delivery): DeliveryView {
  return { ...rest, update_id: update.update_id, type: update.type }
}

/** Its body is to be had by the number of the delivery. */
export function viewAttempt({ update, id: _, at: _at, bot: _bot, why: _why, ...rest }: Delivery): AttemptView {
  return { update_id: update.update_id, update_type: update.type, ...rest }
}
