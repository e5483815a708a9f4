// Describes an event as a moment of the past.

import type { EventView } from '../contract/events.ts'
import { excerpt, updateText } from './message.ts'

/** Returns a line for a message, an update, a call or an action, and undefined for other events. */
export function momentText(event: EventView): string | undefined {
  if (event.type === 'message') return event.message && `${event.message.author.first_name}: ${excerpt(event.message)}`
  if (event.type === 'update') return `update for @${event.bot}: ${updateText(event.update)}`
  if (event.type === 'action') return event.action
  if (event.type !== 'call' || event.call.method.toLowerCase() === 'getupdates') return undefined
  return `${event.call.method} ${event.call.ok ? '✓' : `✗ ${event.call.status}`}`
}
