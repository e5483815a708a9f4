// What each kind of fault does to a bot, and the words for it.

import type { Values } from '../../control/client/client.ts'
import { REFUSALS } from '../../service/rules/refusals.ts'
import type { FaultFinding } from './run/result.ts'
import type { FaultKind } from './scenario.ts'

interface Kind {
  /** The parameters of injectFault, without the bot and the call. */
  fault: Values
  /** Says what happened to a call such as `sendMessage 'Hi'`, an update such as `'/start'`, or any. */
  says(what?: string): string
}

export const RETRY_AFTER_SECONDS = 1
export const SLOW_MS = 5000

export const KINDS: Readonly<Record<FaultKind, Kind>> = {
  lost: { fault: { drop: 'after' }, says: (call = 'a call') => `the answer to ${call} was lost` },
  unsent: { fault: { drop: 'before' }, says: (call = 'a call') => `the connection broke before ${call} was done` },
  500: { fault: { status: 500 }, says: (call = 'a call') => `${call} was refused with 500` },
  429: {
    fault: { status: 429, retry_after: RETRY_AFTER_SECONDS },
    says: (call = 'a call') => `${call} was refused with 429, retry after ${RETRY_AFTER_SECONDS} s`,
  },
  409: {
    fault: { operation: 'getUpdates', status: 409, description: REFUSALS.pollTakenOver.description },
    says: () => 'getUpdates was refused with 409, as if a second instance of the bot asked for updates',
  },
  kill: { fault: { hang: true }, says: (call = 'a call') => `the bot was killed during ${call}` },
  twice: {
    fault: { duplicate_updates: true },
    says: (update) => `${update === undefined ? 'an update' : `the update ${update}`} came twice`,
  },
  slow: {
    fault: { delay_ms: SLOW_MS },
    says: (call = 'a call') => `the answer to ${call} took ${SLOW_MS / 1000} s`,
  },
}

/** Says what a fault led to: `429: the bot didn't repeat the call, so no 'Hi'`. */
export const effectText = ({ kind, mistake, text }: Pick<FaultFinding, 'kind' | 'mistake' | 'text'>) =>
  `${kind}: ${[mistake, text].filter(Boolean).join(', so ')}`
