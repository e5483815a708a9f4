// Judges a bot that says nothing to what a person does.

import { labelsOf } from '../../../control/describe/message.ts'
import type { Move } from '../moves.ts'
import { isAnswered, type Observation } from '../observation.ts'
import { isStackLine } from './program.ts'
import { type Charge, type Judge, type Judged, withoutArgument } from './suspicion.ts'

interface Rule {
  /** Silence is suspicious if the bot answered this at least so often in this place. */
  answered: number
  /** It is too, if the bot answered every other of this class in this place, and there are at least so many. */
  rivals: number
  /** … and if this was silent at least so often. */
  silent: number
}

/** What people do, by the first word of its label. The place of a text is a state, that of the others a kind of chat. */
const RULES: Readonly<Record<string, Rule>> = {
  command: { answered: 2, rivals: 2, silent: 2 },
  button: { answered: 2, rivals: 2, silent: 2 },
  key: { answered: 2, rivals: 1, silent: 2 },
  text: { answered: 3, rivals: 6, silent: 0 },
  file: { answered: 3, rivals: 2, silent: 0 },
}

/** Matches labels of buttons that may rightly do nothing, such as `−` or `Previous` on the first page. */
const MAY_DO_NOTHING = /^[^\p{L}]*$|prev|next|less|more|minus|plus|^.{0,2}$/iu
/** Matches actions that change the members of a group or their rights. A bot may then rightly ignore a person. */
const CHANGES_RIGHTS = /^(?:promote|demote|mute|ban|add|leave)/

export const silence: Judge = (judged) => {
  const { observation, history, memory } = judged
  const { outcome, after, output, calls, move, stateBefore } = observation
  const [kind = ''] = move.label.split(' ')
  const rule = RULES[kind]
  if (!rule || outcome !== 'idle' || !after || after.blocked || move.label === 'text blank') return undefined
  // Refused calls and stack traces in the output are judged by other judges.
  if (isAnswered(observation) || output.some(isStackLine) || calls.some(({ ok }) => !ok)) return undefined
  if (kind === 'button' && mayIgnore(judged)) return undefined
  if (!after.isPrivate && (kind !== 'command' || history.some((each) => CHANGES_RIGHTS.test(each.move.label))))
    return undefined
  const { answered, silent, example } = memory.answersTo(observation)
  const isOfState = kind === 'text' || kind === 'file'
  if (answered >= rule.answered)
    return {
      ...silenceOf(
        observation,
        isOfState ? `it has answered such a ${kind} here before` : `it has answered this ${kind} before`,
      ),
      ...(kind === 'command' && { mustAnswer: after.isPrivate ? answeredMoves(observation, example) : [move] }),
    }
  if (answered > 0 || silent < rule.silent || !after.isPrivate) return undefined
  const rivals = memory.rivalsOf(observation)
  // The service shows a pressed button as busy until the bot makes a call, so a button without any call is a failure.
  const isIgnored = kind === 'button' && !calls.length
  const isOdd = rivals.length >= rule.rivals && rivals.every((each) => each.answered > 0)
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
  cause: `silence after ${withoutArgument(move.label).replace(/\d+/g, '#')}`,
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
