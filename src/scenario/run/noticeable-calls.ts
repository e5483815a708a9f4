// Finds the calls with effects that people notice, and lists calls.

import type { CallView } from '../../contract/traffic.ts'
import { callText } from '../../describe/call.ts'

const HOUSEKEEPING = /^(get|setWebhook$|deleteWebhook$|setMy)/

/** Returns true if people could notice the call. A lenient operation does nothing, so its calls do not count. */
export const isNoticeable = ({ method, lenient }: CallView) => !lenient && !HOUSEKEEPING.test(method)

/** Returns true if an injected fault refused the call, so that the refusal is not the bot's fault. */
export const isFaultInjected = ({ ok, why = '' }: CallView) => !ok && /^injected fault \d+:/.test(why)

const MAX_CALLS = 10

/** Returns a line for each of the first calls, then the number of the others. */
export function callLines(calls: readonly CallView[]): string[] {
  const more = calls.length - MAX_CALLS
  return [...calls.slice(0, MAX_CALLS).map((call) => callText(call)), ...(more > 0 ? [`… and ${more} more`] : [])]
}
