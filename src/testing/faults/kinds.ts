// The kinds of faults: what happens to the bot, and what counts as a failure.

import type { Values } from '../../control/client/client.ts'
import { REFUSALS } from '../../service/rules/refusals.ts'
import { FAULT_KINDS, type FaultKind } from '../scenarios/scenario.ts'

interface Kind {
  /** The parameters of injectFault, without the bot and the call. */
  fault: Values
  /** Says what happened, for a call such as `sendMessage 'Hi'` or an update such as `'/start'`. */
  says(what: string): string
}

export const RETRY_AFTER_SECONDS = 1
export const SLOW_MS = 5000

export const KINDS: Readonly<Record<FaultKind, Kind>> = {
  lost: { fault: { drop: 'after' }, says: (call) => `the answer to ${call} was lost` },
  unsent: { fault: { drop: 'before' }, says: (call) => `the connection broke before ${call} was done` },
  500: { fault: { status: 500 }, says: (call) => `${call} was refused with 500` },
  429: {
    fault: { status: 429, retry_after: RETRY_AFTER_SECONDS },
    says: (call) => `${call} was refused with 429, retry after ${RETRY_AFTER_SECONDS}`,
  },
  409: {
    fault: { operation: 'getUpdates', status: 409, description: REFUSALS.pollTakenOver.description },
    says: () => 'getUpdates was refused with 409, as if a second instance of the bot asked for updates',
  },
  kill: { fault: { hang: true }, says: (call) => `the bot was killed when it called ${call}` },
  twice: { fault: { duplicate_updates: true }, says: (update) => `the update ${update} came twice` },
  slow: {
    fault: { delay_ms: SLOW_MS },
    says: (call) => `the answer to ${call} took ${SLOW_MS / 1000} s`,
  },
}

/** All kinds, except `slow`, which takes long. */
export const USUAL_KINDS = FAULT_KINDS.filter((kind) => kind !== 'slow')
