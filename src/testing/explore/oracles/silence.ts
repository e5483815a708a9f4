// The oracle `silence`: the bot does not react to a command, button or text.

import { labelsOf } from '../../../control/describe/message.ts'
import { deedText } from '../deed.ts'
import { isAnswered, type Memory } from '../memory.ts'
import type { Move } from '../moves.ts'
import type { Observation } from '../observation.ts'
import type { PersonScreen } from '../screen.ts'
import { type Judged, type Oracle, type Suspicion, withoutArgument } from './oracle.ts'

const LEAST_ANSWERS = 2
/** Matches labels of buttons that may rightly do nothing, such as `−` or `Previous` on the first page. */
const MAY_DO_NOTHING = /^[^\p{L}]*$|prev|next|less|more|minus|plus|^.{0,2}$/iu

export const silence: Oracle = (judged) => {
  const { observation } = judged
  const { outcome, isFaulty, after, output, calls } = observation
  if (outcome !== 'idle' || isFaulty || !after || after.blocked) return undefined
  // Refused calls and errors in the output are judged by other oracles.
  if (isAnswered(observation) || output.length || calls.some(({ ok }) => !ok)) return undefined
  if (!after.isPrivate) return silentInGroup(judged)
  return silentCommand(judged) ?? silentButton(judged) ?? deadOffer(judged) ?? silentText(judged)
}

/** The cause is the label without arguments and numbers, so that it is reported once. */
const silenceOf = (observation: Observation, although: string): Suspicion => ({
  kind: 'silence',
  summary: `${deedText(observation)}, the bot says nothing, although ${although}.`,
  cause: `silence after ${withoutArgument(observation.move.label).replace(/\d+/g, '#')}`,
  check: [{ expectBot: { answers: true } }],
})

/** Matches actions that change the members of a group or their rights. A bot may then rightly ignore a person. */
const CHANGES_RIGHTS = /^(?:promote|demote|mute|ban|add|leave)/

function silentInGroup(judged: Judged): Suspicion | undefined {
  if (judged.history.some(({ move }) => CHANGES_RIGHTS.test(move.label))) return undefined
  return silentCommand(judged)
}

function silentCommand({ observation, memory }: Judged): Suspicion | undefined {
  const { move, params, after } = observation
  const { label } = move
  const isPrivate = after?.isPrivate !== false
  const answers = memory.answersTo(label, isPrivate)
  if (!label.startsWith('command ') || !answers?.example || answers.answered < LEAST_ANSWERS) return undefined
  return {
    ...silenceOf(observation, 'it has answered this command before'),
    mustAnswer: isPrivate ? answeredMoves(move, params, answers.example) : [move],
  }
}

/** Returns the moves up to the ignored command. If a restarted bot ignores them too, its silence is not a failure. */
function answeredMoves(move: Move, { as, to, bot }: Record<string, unknown>, example: readonly Move[]): Move[] {
  if (move.action === 'start') return [move]
  if (move.label.includes(' with ')) return [...example]
  return [{ action: 'start', params: { as, bot: to ?? bot }, label: 'command /start' }, move]
}

function silentButton({ observation, history, memory }: Judged): Suspicion | undefined {
  const { move, before } = observation
  const { action, target, label } = move
  const button = String(move.params.button ?? move.params.key ?? '')
  if (!before || (action !== 'press' && action !== 'tap') || (target?.back ?? 0) > 0) return undefined
  if (MAY_DO_NOTHING.test(button)) return undefined
  const answers = memory.answersTo(label)
  if (!answers || answers.answered < LEAST_ANSWERS) return undefined
  if (action === 'press') {
    // A bot may ignore old buttons and repeated presses, so only the first press on its newest message is judged.
    const newest = currentMessage(before, history)
    if (!newest || !labelsOf(newest).includes(button)) return undefined
    const last = history.at(-1)
    if (last?.move.action === 'press' && !isAnswered(last)) return undefined
  }
  return silenceOf(observation, `it has reacted to this ${action === 'press' ? 'button' : 'key'} before`)
}

/** Returns the newest message if a bot sent it, and if no person has pressed a button of an older message since. */
function currentMessage(before: PersonScreen | undefined, history: Judged['history']) {
  const newest = before?.messages.at(-1)
  const isLast = (screen: PersonScreen | undefined) => screen?.messages.at(-1)?.message_id === newest?.message_id
  const isOutdated = history.some(({ move, before }) => move.label.startsWith('old ') && isLast(before))
  return newest?.author.is_bot && !isOutdated ? newest : undefined
}

const LEAST_SILENCES = 2
const LEAST_RIVALS = 2

/** Reports a command to which the bot never reacted, if it reacted to its other commands. The same for buttons and keys. */
function deadOffer({ observation, history, memory }: Judged): Suspicion | undefined {
  const { move, before, calls } = observation
  const { label, target } = move
  const answers = memory.answersTo(label)
  if (!answers || answers.answered > 0 || answers.silent < LEAST_SILENCES) return undefined
  const isKey = move.action === 'tap'
  const isButton = move.action === 'press' && target?.back === 0 && !MAY_DO_NOTHING.test(String(move.params.button))
  if (isButton ? !currentMessage(before, history) : !isKey && !isOffered(label, memory)) return undefined
  const isRival = (other: string) =>
    isButton || isKey
      ? other.startsWith(isKey ? 'key ' : 'button ')
      : isOffered(other, memory) && argumentKindOf(other) === argumentKindOf(label)
  const rivals = [...memory.answers].filter(([other]) => other !== label && isRival(other))
  // The service shows a pressed button as busy until the bot makes a call, so a button without any call is a failure.
  const isIgnored = isButton && !calls.length
  const least = isKey ? 1 : LEAST_RIVALS
  if (rivals.some(([, { answered }]) => answered === 0) ? !isIgnored : rivals.length < least && !isIgnored)
    return undefined
  return silenceOf(observation, `it reacts to its other ${isButton ? 'buttons' : isKey ? 'keys' : 'commands'}`)
}

const commandOf = (label: string) => /^command (\/\w+)(?: with [a-z ]+)?$/i.exec(label)?.[1]
const argumentKindOf = (label: string) => / with .*/.exec(label)?.[0] ?? ''
const isOffered = (label: string, { offered }: Memory) => offered.has(`command ${commandOf(label)}`)

const LEAST_CLASSES = 6
const LEAST_FILE_CLASSES = 2

/** Reports an unanswered text or file, if the bot answered every other class of texts and files in the same state. */
function silentText({ observation, memory }: Judged): Suspicion | undefined {
  const { move, stateBefore } = observation
  const { label } = move
  const classes = memory.textAnswers.get(stateBefore)
  if (!/^(?:text|file) /.test(label) || label === 'text blank' || !classes || classes.size < LEAST_CLASSES)
    return undefined
  const others = [...classes].filter(([other]) => other !== label && isFile(other) === isFile(label))
  if (others.some(([, answered]) => !answered) || others.length < (isFile(label) ? LEAST_FILE_CLASSES : LEAST_CLASSES))
    return undefined
  const although = `it answers every other kind of ${isFile(label) ? 'file' : 'text'} here`
  return { ...silenceOf(observation, although), cause: `silence after ${label} in ${stateBefore}` }
}

const isFile = (label: string) => label.startsWith('file ')
