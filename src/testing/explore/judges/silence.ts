// Judges a bot that says nothing to what a person does.

import { labelsOf } from '../../../control/describe/message.ts'
import { withoutNumbers } from '../../seen/compare-seen.ts'
import { deedOf, type Move } from '../moves.ts'
import { isAnswered, type Observation } from '../observation.ts'
import { isStackLine } from './program.ts'
import type { Charge, Judge, Judged } from './suspicion.ts'

/** What people do to get an answer, by the first word of its label. */
const ASKING = /^(?:command|button|key|text|file)$/
/** Silence is suspicious after so many answers to the same. */
const ANSWERS = 2
/** It is too, if the bot answers all others of its kind here: their number, and how often this was silent before. */
const EVIDENCE = 4

/** Matches labels of buttons that may rightly do nothing, such as `−` or `Previous` on the first page. */
const MAY_DO_NOTHING = /^[^\p{L}]*$|prev|next|less|more|minus|plus|^.{0,2}$/iu
/** After a change of a group's members or their rights, a bot may rightly ignore a person. */
const changesRights = ({ action, params }: Move) => params.who !== undefined || action === 'leave'

export const silence: Judge = (judged) => {
  const { observation, history, memory } = judged
  const { outcome, after, output, calls, move, stateBefore } = observation
  const [kind = ''] = move.label.split(' ')
  if (!ASKING.test(kind) || outcome !== 'idle' || !after || after.blocked || move.label === 'text blank')
    return undefined
  // Refused calls and stack traces in the output are judged by other judges.
  if (isAnswered(observation) || output.some(isStackLine) || calls.some(({ ok }) => !ok)) return undefined
  if (kind === 'button' && mayIgnore(judged)) return undefined
  if (!after.isPrivate && (kind !== 'command' || history.some(({ move }) => changesRights(move)))) return undefined
  const { answered, silent, example, rivals } = memory.answersTo(observation)
  const isOfState = kind === 'text' || kind === 'file'
  if (answered >= ANSWERS)
    return {
      ...silenceOf(
        observation,
        isOfState ? `it has answered such a ${kind} here before` : `it has answered this ${kind} before`,
      ),
      ...(kind === 'command' && { mustAnswer: after.isPrivate ? answeredMoves(observation, example) : [move] }),
    }
  if (answered > 0 || !after.isPrivate || (kind === 'command' && !memory.isOffered(move.label))) return undefined
  // The service shows a pressed button as busy until the bot makes a call, so a button without any call is a failure.
  const isIgnored = kind === 'button' && !calls.length && silent >= ANSWERS
  const isOdd = rivals.length > 0 && rivals.length + silent >= EVIDENCE && rivals.every(Boolean)
  if (!isOdd && !isIgnored) return undefined
  const charge = silenceOf(
    observation,
    isOfState ? `it answers every other kind of ${kind} here` : `it reacts to its other ${kind}s`,
  )
  return kind === 'text' ? { ...charge, cause: `silence after ${move.label} in ${stateBefore}` } : charge
}

/** The cause is the label without arguments and numbers, so that it is reported once. */
const silenceOf = ({ move }: Observation, although: string): Charge => ({
  what: `, the bot says nothing, although ${although}.`,
  cause: `silence after ${withoutNumbers(deedOf(move.label))}`,
  check: [{ expectBot: { answers: true } }],
})

/** Returns the moves up to the ignored command. If a restarted bot ignores them too, its silence is not a failure. */
function answeredMoves({ move, params }: Observation, example: readonly Move[]): readonly Move[] {
  if (move.action === 'start') return [move]
  if (move.label.includes(' with ')) return example
  const { as, to, bot } = params
  return [{ action: 'start', params: { as, bot: to ?? bot }, label: 'command /start' }, move]
}

/** A bot may ignore old buttons and repeated presses, so only the first press on its newest message is judged. */
function mayIgnore({ observation: { move, before }, history }: Judged): boolean {
  const button = String(move.params.button)
  const newest = before?.messages.at(-1)
  if (!newest?.author.is_bot || !labelsOf(newest).includes(button) || MAY_DO_NOTHING.test(button)) return true
  const last = history.at(-1)
  if (last?.move.action === 'press' && !isAnswered(last)) return true
  return history.some(
    (each) => each.move.label.startsWith('old ') && each.before?.messages.at(-1)?.message_id === newest.message_id,
  )
}
