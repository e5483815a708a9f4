// The oracles `hang` and `loop`: the bot stops polling, or makes call after call.

import { isNoticeable } from '../../../control/describe/call.ts'
import type { Oracle } from './oracle.ts'

/** A busy bot that has made more calls than this after one move is in a loop. With fewer calls, it hangs. */
const MANY_CALLS = 15

export const hang: Oracle = ({ observation: { outcome, calls, move, isFaulty } }) => {
  // A bot that got a 429 waits on purpose before it repeats the call, so being busy is then not a hang.
  if (outcome !== 'busy' || isFaulty || calls.some(({ status }) => status === 429) || calls.length > MANY_CALLS)
    return undefined
  return {
    kind: 'hang',
    summary: `After ${move.label}, the bot stopped asking for updates. Expected it to ask for the next update.`,
    cause: `hang after ${move.label}`,
    check: [],
  }
}

export const loop: Oracle = ({ observation: { outcome, calls, move, isFaulty } }) => {
  const noticeable = calls.filter(isNoticeable)
  if (outcome !== 'busy' || isFaulty || noticeable.length <= MANY_CALLS) return undefined
  return {
    kind: 'loop',
    summary: `The bot made ${noticeable.length} calls after ${move.label} and did not stop. Expected it to become idle.`,
    cause: `loop after ${move.label}`,
    check: [{ expectBot: { quiet: '1s', within: '4s' } }],
  }
}
