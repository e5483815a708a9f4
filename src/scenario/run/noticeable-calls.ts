// Recognizes calls whose effects people notice, and formats calls as lines.

import type { CallView } from '../../contract/traffic.ts'
import { callText } from '../../describe/call.ts'

const HOUSEKEEPING = /^(get|setWebhook$|deleteWebhook$|setMy)/

/**
 * Returns true if people could notice the effect of the call. Returns false for get… operations, the setup of webhooks,
 * setMy… operations, and lenient operations, which do nothing.
 */
export const isNoticeable = ({ method, lenient }: CallView) => !lenient && !HOUSEKEEPING.test(method)

/** Returns true if an injected fault refused the call, so that the bot did not cause the refusal. */
export const isFaultInjected = ({ ok, why = '' }: CallView) => !ok && /^injected fault \d+:/.test(why)

const MAX_CALLS = 10

/** Returns a line for each of the first ten calls, and a line with the number of further calls. */
export function callLines(calls: readonly CallView[]): string[] {
  const more = calls.length - MAX_CALLS
  return [...calls.slice(0, MAX_CALLS).map((call) => callText(call)), ...(more > 0 ? [`… and ${more} more`] : [])]
}
