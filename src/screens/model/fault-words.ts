// What an injected fault does and has done, in words.

import type { FaultView } from '../../control/contract/traffic.ts'
import { plural, quote } from '../../lib/safe-text.ts'

export function faultWords({ bot, operation, fired, times, spent, every, match, ...effect }: FaultView) {
  const { status, description, retry_after, delay_ms, drop, hang, duplicate_updates, reorder_updates, webhook } = effect
  const effects = [
    status !== undefined && `refused with ${status} ${description}`,
    retry_after !== undefined && `retry after ${retry_after} s`,
    delay_ms !== undefined && `${delay_ms / 1000} s late`,
    drop && (drop === 'after' ? 'the answer is lost' : 'the call is lost'),
    hang && 'never answered',
    duplicate_updates && 'updates arrive twice',
    reorder_updates && 'updates arrive in reverse order',
    webhook !== undefined && `deliveries fail: ${webhook}`,
    every > 1 && `1 in ${every}`,
    match && `if ${quote(match)}`,
  ]
  return {
    /** The calls that it concerns. */
    subject: `${operation ?? 'any operation'}${bot ? ` of @${bot}` : ''}`,
    effects: effects.filter(Boolean).join(', '),
    /** How often it happened. */
    count: spent ? 'happened' : `happened ${times === null ? plural(fired, 'time') : `${fired} of ${times}`}`,
  }
}
