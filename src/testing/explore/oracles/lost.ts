// The oracle `lost`: the bot does not repeat an answer that was refused with 429.

import { deedText } from '../deed.ts'
import { isAnswered } from '../memory.ts'
import { AFTER_429, type Oracle } from './oracle.ts'

export const lost: Oracle = (judged) => {
  const { observation, history, memory } = judged
  const { calls, move, after, ending } = observation
  const last = history.at(-1)
  if (last?.move.label !== 'fault 429' || ending || !after?.isPrivate || after.blocked) return undefined
  const refused = calls.find(({ status }) => status === 429)
  const repeated = calls.findLast(({ method }) => method === refused?.method)
  if (repeated?.status !== 429 || isAnswered(observation)) return undefined
  if ((memory.answersTo(move.label)?.answered ?? 0) < 2) return undefined
  return {
    kind: 'lost',
    summary: `${deedText(observation)} and the answer is refused with 429, the bot does not send it again. It should repeat the call after retry_after.`,
    cause: AFTER_429,
    check: [{ expectBot: { answers: true, within: '4s' } }],
  }
}
