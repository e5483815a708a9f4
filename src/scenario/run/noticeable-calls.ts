// Recognizes calls with a visible effect, such as `sendMessage`, and formats calls as lines.

import type { CallView } from '../../contract/traffic.ts'
import { callText } from '../../describe/call.ts'

/** Returns false for calls without visible effect: housekeeping, and operations that only `lenient` or `stubs` answer. */
export const isNoticeable = ({ lenient, housekeeping }: CallView) => !lenient && !housekeeping

export const isFaultInjected = ({ ok, why = '' }: CallView) => !ok && /^injected fault \d+:/.test(why)

const MAX_CALLS = 10

export function callLines(calls: readonly CallView[]): string[] {
  const more = calls.length - MAX_CALLS
  return [...calls.slice(0, MAX_CALLS).map((call) => callText(call)), ...(more > 0 ? [`… and ${more} more`] : [])]
}
