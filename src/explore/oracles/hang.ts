// The oracle `hang`: the bot stops asking for updates, or does not answer a delivery.

import type { Oracle } from './oracle.ts'

export const hang: Oracle = ({ observation: { outcome, calls, move, isFaulty } }) => {
  // A bot that waits because of a 429 is not hanging.
  if (outcome !== 'busy' || isFaulty || calls.some(({ status }) => status === 429) || calls.length > MANY_CALLS)
    return undefined
  return {
    kind: 'hang',
    summary: `After ${move.label}, the bot stopped asking for updates. Expected it to ask for the next update.`,
    cause: `hang after ${move.label}`,
    check: [],
  }
}

/** A bot with more calls for one move is not hanging; it may be in a loop. */
const MANY_CALLS = 15
