// The oracle `lost`: the bot does not repeat an answer that was refused with 429.

import { isAnswered } from '../memory.ts'
import type { Oracle } from './oracle.ts'

export const lost: Oracle = (judged) => {
  const { observation, history, memory } = judged
  const { calls, move, after, ending, isRushed } = observation
  const last = history.at(-1)
  if (last?.move.label !== 'fault 429' || isRushed || ending || !after?.isPrivate || after.blocked) return undefined
  const refused = calls.find(({ status }) => status === 429)
  const repeated = calls.findLast(({ method }) => method === refused?.method)
  if (repeated?.status !== 429 || isAnswered(observation)) return undefined
  if ((memory.answersTo(move.label)?.answered ?? 0) < 2) return undefined
  return {
    kind: 'lost',
    summary: `The service refused the answer to ${move.label} with 429, and the bot did not send it again. Expected it to repeat the call after retry_after.`,
    cause: 'lost after 429',
    check: [{ expectBot: { answers: true, within: '4s' } }],
  }
}
