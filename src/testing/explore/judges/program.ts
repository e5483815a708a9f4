// Judges the bot's process: it ends, is never idle, or writes a stack trace.

import type { CallView } from '../../../control/contract/traffic.ts'
import { causeIn, errorIn, type WrittenError } from '../../../control/describe/bot-output.ts'
import { isNoticeable } from '../../../control/describe/call.ts'
import { exitText } from '../../../control/describe/program.ts'
import { escapeRegex } from '../../../lib/compare/regex.ts'
import { actorOf, deedOf } from '../moves.ts'
import { isAnswered, type Observation, wasRefusedWith429 } from '../observation.ts'
import { AFTER_429, isExcused, isLacking, isRefusedAsBlocked, type Judge, withoutValues } from './suspicion.ts'

const STACK = /^\s+at .*[:)]|^Traceback \(most recent call last\)|^(?:Uncaught|Unhandled|UnhandledPromiseRejection)/

export const isStackLine = (line: string) => STACK.test(line)

/** Returns the line of code that threw the error, or its message if the stack is unknown. */
const causeOf = ({ message, frames }: WrittenError) => frames[0] ?? withoutValues(message)

export const crash: Judge = (judged) => ended(judged) ?? neverIdle(judged)

const ended: Judge = ({ observation }) => {
  const { ending, output, move, calls, handles } = observation
  if (!ending || calls.some(isLacking)) return undefined
  // A bot cannot know that a person has blocked it while another person makes this move.
  const isToOther = ({ params }: CallView) => handles.get(Number(params.chat_id)) !== move.params.as
  if (calls.some((call) => isRefusedAsBlocked(call) && isToOther(call))) return undefined
  const error = errorIn(output)
  const isAfter429 = wasRefusedWith429(observation)
  const why = isAfter429 ? ' and a call is refused with 429' : ''
  const blocked = calls.some(isRefusedAsBlocked) ? ', because it wrote to a person who has blocked it' : ''
  return {
    what: `${why}, the bot ends (${exitText(ending)}): ${causeIn(output) ?? 'without a word'}${blocked}`,
    cause: isAfter429 ? AFTER_429 : error ? causeOf(error) : `end after ${deedOf(move.label)}`,
    check: [],
    ends: true,
  }
}

/** A busy bot that has made more calls than this after one move does not stop. */
const MANY_CALLS = 15

const neverIdle: Judge = ({ observation }) => {
  const { outcome, calls, move } = observation
  // A bot that got a 429 waits on purpose before it repeats the call.
  if (outcome !== 'busy' || wasRefusedWith429(observation)) return undefined
  const { length } = calls.filter(isNoticeable)
  const doesLoop = length > MANY_CALLS
  return {
    what: `, the bot ${doesLoop ? `makes ${length} calls and does not stop` : 'stops asking for updates'}.`,
    cause: `never idle after ${deedOf(move.label)}`,
    check: doesLoop ? [{ expectBot: { quiet: '1s', within: '4s' } }] : [],
  }
}

const SHOWN = 80

/** A handler that catches its errors often logs only their message, and leaves the person without an answer. */
const isSilentCatch = (observation: Observation) =>
  actorOf(observation.move) !== undefined &&
  observation.after?.isPrivate === true &&
  !isAnswered(observation) &&
  observation.calls.every(({ ok }) => ok)

export const printedError: Judge = ({ observation, history }) => {
  const { output, ending, calls } = observation
  const hasStack = output.some(isStackLine)
  if (ending || (!hasStack && !isSilentCatch(observation))) return undefined
  // A bot may log a refused call that it could not avoid, for example because the person has blocked it.
  if (calls.some((call) => isLacking(call) || (!call.ok && isExcused(call, [...history, observation]))))
    return undefined
  const found = errorIn(output)
  return (
    found && {
      what: `, the bot ${hasStack ? 'writes an error with a stack trace' : 'says nothing and writes'}: ${found.message}`,
      cause: causeOf(found),
      check: [{ expectBot: { withoutOutput: `/^${escapeRegex(found.message.slice(0, SHOWN))}/` } }],
    }
  )
}
