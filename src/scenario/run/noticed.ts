// Tells the calls that people would notice from housekeeping, and lists calls.

import type { CallView } from '../../contract/traffic.ts'
import { callText } from '../../describe/call.ts'

const HOUSEKEEPING = /^(get|setWebhook$|deleteWebhook$|setMy)/

/** A lenient operation has no effect that people could notice. */
export const isNoticed = ({ method, lenient }: CallView) => !lenient && !HOUSEKEEPING.test(method)

const MAX_CALLS = 10

/** Returns a line for each call, up to ten. */
export function callLines(calls: readonly CallView[]): string[] {
  const more = calls.length - MAX_CALLS
  return [...calls.slice(0, MAX_CALLS).map((call) => callText(call)), ...(more > 0 ? [`… and ${more} more`] : [])]
}
