// The oracle `hang`: the bot stops polling, or does not answer a webhook delivery.

import type { Oracle } from './oracle.ts'

export const hang: Oracle = ({ observation: { outcome, calls, move, isFaulty } }) => {
  // After a 429, the bot waits on purpose before it repeats the call.
  if (outcome !== 'busy' || isFaulty || calls.some(({ status }) => status === 429) || calls.length > MANY_CALLS)
    return undefined
  return {
    kind: 'hang',
    summary: `After ${move.label}, the bot stopped asking for updates. Expected it to ask for the next update.`,
    cause: `hang after ${move.label}`,
    check: [],
  }
}

/** A busy bot that has made more calls than this after one move does not hang. It may be in a loop. */
const MANY_CALLS = 15
