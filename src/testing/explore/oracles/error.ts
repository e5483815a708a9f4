// The oracle `error`: the bot writes a stack trace or shows values like `undefined`.

import { errorIn } from '../../../control/describe/bot-output.ts'
import { escapeRegex } from '../../../lib/compare/regex.ts'
import { deedText } from '../deed.ts'
import { causeOf, type Oracle } from './oracle.ts'
import { isExcused, isLacking } from './refused.ts'
import { shownError } from './shown-error.ts'

const STACK = /^\s+at .*[:)]|^Traceback \(most recent call last\)|^(?:Uncaught|Unhandled|UnhandledPromiseRejection)/
const SHOWN = 80

export const isStackLine = (line: string) => STACK.test(line)

export const error: Oracle = (judged) => printedError(judged) ?? shownError(judged)

const printedError: Oracle = ({ observation, history }) => {
  const { output, ending, isFaulty, calls } = observation
  if (ending || isFaulty || !output.some(isStackLine)) return undefined
  // A bot may log a refused call that it could not avoid, for example because the person has blocked it.
  if (calls.some((call) => isLacking(call) || (!call.ok && isExcused(call, [...history, observation]))))
    return undefined
  const found = errorIn(output)
  if (!found) return undefined
  return {
    kind: 'error',
    summary: `${deedText(observation)}, the bot writes an error with a stack trace: ${found.message}`,
    cause: causeOf(found),
    check: [{ expectBot: { withoutOutput: `/^${escapeRegex(found.message.slice(0, SHOWN))}/` } }],
  }
}
