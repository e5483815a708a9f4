// Judges a bot that says nothing to what a person does.

import { labelsOf } from '../../../control/describe/message.ts'
import { withoutNumbers } from '../../seen/compare-seen.ts'
import { deedOf, type Move } from '../moves.ts'
import { isAnswered, type Observation } from '../observation.ts'
import { isStackLine } from './program.ts'
import type { Charge, Judge, Judged } from './suspicion.ts'

/** Silence is suspicious after so many answers to the same. */
const ANSWERS = 2
/** It is too, if the bot answers all others of its kind here: their number, and how often this was silent before. */
const EVIDENCE: Readonly<Record<string, number>> = { button: 2, key: 2, command: 4, text: 4, file: 3 }

/** Matches labels of buttons that may rightly do nothing, such as `−` or `Previous` on the first page. */
const MAY_DO_NOTHING = /^[^\p{L}]*$|prev|next|less|more|minus|plus|^.{0,2}$/iu
/** Telegram shows a pressed button as busy until the bot calls this operation. */
export const END_OF_PRESS = 'answerCallbackQuery'
/** After a change of a group's members or their rights, a bot may rightly ignore a person. */
const changesRights = ({ action, params }: Move) => params.who !== undefined || action === 'leave'

export const silence: Judge = (judged) => {
  const { observation, history, memory } = judged
  const { outcome, after, output, calls, move, stateBefore } = observation
  const [kind = ''] = move.label.split(' ')
  if (!(kind in EVIDENCE) || outcome !== 'idle' || !after || after.blocked || move.label === 'text blank')
    return undefined
  // Refused calls and stack traces in the output are judged by other judges. A text may also answer a button.
  if (isAnswered(observation) || output.some(isStackLine)) return undefined
  if (calls.some(({ ok, params }) => !ok || params.text !== undefined)) return undefined
  if (kind === 'button' && isRepeated(judged)) return undefined
  if (!after.isPrivate && (kind !== 'command' || history.some(({ move }) => changesRights(move)))) return undefined
  if (kind === 'button' && !calls.length) {
    const charge = silenceOf(observation, ', and the button stays busy.')
    return memory.endsPresses ? { ...charge, check: [{ expect: { call: END_OF_PRESS } }] } : charge
  }
  if (kind === 'button' && MAY_DO_NOTHING.test(String(move.params.button))) return undefined
  const { answered, silent, rivals } = memory.answersTo(observation)
  const isOfState = kind === 'text' || kind === 'file'
  if (answered >= ANSWERS && !isOfState)
    return {
      ...silenceOf(observation, `, although it has answered this ${kind} before.`),
      ...(kind === 'command' && { mustAnswer: afterStart(observation) }),
    }
  if (answered > 0 || !after.isPrivate) return undefined
  if (!rivals.length || rivals.length + silent < (EVIDENCE[kind] ?? 0) || !rivals.every(Boolean)) return undefined
  const charge = silenceOf(observation, `, although it answers every other ${kind}${isOfState ? ' here' : ''}.`)
  return kind === 'text' ? { ...charge, cause: `silence after ${move.label} in ${stateBefore}` } : charge
}

/** The cause is the label without arguments and numbers, so that it is reported once. */
const silenceOf = ({ move }: Observation, why: string): Charge => ({
  what: `, the bot says nothing${why}`,
  cause: `silence after ${withoutNumbers(deedOf(move.label))}`,
  check: [{ expectBot: { answers: true } }],
})

/** Returns the ignored command after /start. If a restarted bot ignores it too, its silence is not a failure. */
function afterStart({ move, after }: Observation): readonly Move[] {
  if (move.action === 'start' || !after?.isPrivate) return [move]
  return [{ action: 'start', params: { as: move.params.as, bot: after.chat }, label: 'command /start' }, move]
}

/** A bot may ignore old buttons and repeated presses, so only the first press on its newest message is judged. */
function isRepeated({ observation: { move, before }, history }: Judged): boolean {
  const button = String(move.params.button)
  const newest = before?.messages.at(-1)
  if (!newest?.author.is_bot || !labelsOf(newest).includes(button)) return true
  const last = history.at(-1)
  if (last?.move.action === 'press' && !isAnswered(last)) return true
  return history.some(
    (each) => each.move.label.startsWith('old ') && each.before?.messages.at(-1)?.message_id === newest.message_id,
  )
}
