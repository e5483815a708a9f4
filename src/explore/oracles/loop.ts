// The oracle `loop`: the bot makes call after call and does not become idle.

import { isNoticeable } from '../../scenario/run/noticeable-calls.ts'
import type { Oracle } from './oracle.ts'

const MANY_CALLS = 15

export const loop: Oracle = ({ observation: { outcome, calls, move, isFaulty } }) => {
  if (outcome !== 'busy' || isFaulty) return undefined
  const noticeable = calls.filter(isNoticeable)
  if (noticeable.length <= MANY_CALLS) return undefined
  return {
    kind: 'loop',
    summary: `The bot made ${noticeable.length} calls after ${move.label} and did not stop. Expected it to become idle.`,
    cause: `loop after ${move.label}`,
    check: [{ expectBot: { quiet: '1s', within: '4s' } }],
  }
}
