// The oracle `silence`: the bot does not react to a command, button or text.

import { labelsOf } from '../../describe/message.ts'
import { isAnswered } from '../memory.ts'
import type { Move } from '../moves.ts'
import { botMessages } from '../screen.ts'
import type { Judged, Oracle, Suspicion } from './oracle.ts'

const LEAST_ANSWERS = 2
/** Matches labels of buttons that may rightly do nothing, such as `−` or `Previous` on the first page. */
const MAY_DO_NOTHING = /^[^\p{L}]*$|prev|next|less|more|minus|plus|^.{0,2}$/iu

export const silence: Oracle = (judged) => {
  const { observation } = judged
  const { outcome, isRushed, isFaulty, after, output, calls } = observation
  if (outcome !== 'idle' || isRushed || isFaulty || !after?.isPrivate || after.blocked) return undefined
  // Other oracles judge refused calls and errors in the output.
  if (isAnswered(observation) || output.length || calls.some(({ ok }) => !ok)) return undefined
  return silentCommand(judged) ?? silentButton(judged) ?? deadOffer(judged) ?? silentText(judged)
}

function silentCommand({ observation: { move, params }, memory }: Judged): Suspicion | undefined {
  const { label } = move
  const known = memory.answers.get(label)
  if (!label.startsWith('command ') || !known?.example || known.answered < LEAST_ANSWERS) return undefined
  const { as, to } = params as Record<string, string>
  const example: Move = { ...known.example, params: { ...known.example.params, as, ...(to && { to }) } }
  const start: Move = { action: 'start', params: { as, bot: to ?? params.bot }, label: 'command /start' }
  return {
    kind: 'silence',
    summary: `The bot did not answer ${label}. It answered ${label} elsewhere, so an answer was expected.`,
    cause: `silence after ${label}`,
    check: [{ expectBot: { answers: true } }],
    control: example.action === 'start' ? [example] : [start, example],
  }
}

function silentButton({ observation: { move, before }, history, memory }: Judged): Suspicion | undefined {
  const { action, target, label } = move
  const button = String(move.params.button ?? move.params.key ?? '')
  if (!before || (action !== 'press' && action !== 'tap') || (target?.back ?? 0) > 0) return undefined
  if (MAY_DO_NOTHING.test(button)) return undefined
  const known = memory.answers.get(label)
  if (!known || known.answered < LEAST_ANSWERS) return undefined
  const newest = botMessages(before).at(-1)
  if (action === 'press') {
    // A bot may ignore old buttons and repeated presses, so only the first press on its newest message is judged.
    if (!newest || newest !== before.messages.at(-1) || !labelsOf(newest).includes(button)) return undefined
    const last = history.at(-1)
    if (last?.move.action === 'press' && !isAnswered(last)) return undefined
  }
  return {
    kind: 'silence',
    summary: `The bot did not react to ${label}. It reacted to ${label} elsewhere, so a reaction was expected.`,
    cause: `silence after ${label}`,
    check: [{ expectBot: { answers: true } }],
  }
}

const LEAST_SILENCES = 2
const LEAST_ALIVE = 3

/** Reports a command or button to which the bot never reacted, if it reacted to all others of that kind. */
function deadOffer({ observation: { move, before }, memory }: Judged): Suspicion | undefined {
  const { label, target } = move
  const known = memory.answers.get(label)
  if (!known || known.answered > 0 || known.silent < LEAST_SILENCES) return undefined
  const isCommand = label.startsWith('command ') && memory.registered.has(label.slice('command '.length))
  const isButton = move.action === 'press' && target?.back === 0 && !MAY_DO_NOTHING.test(String(move.params.button))
  const newest = before && botMessages(before).at(-1)
  if (!isCommand && !(isButton && newest && newest === before?.messages.at(-1))) return undefined
  const isRival = (other: string) =>
    isCommand ? memory.registered.has(other.replace('command ', '')) : other.startsWith('button ')
  const rivals = [...memory.answers].filter(([other]) => other !== label && isRival(other))
  if (rivals.length < LEAST_ALIVE - 1 || rivals.some(([, { answered }]) => answered === 0)) return undefined
  return {
    kind: 'silence',
    summary: `${label} never led to anything, and every other ${isCommand ? 'command' : 'button'} did. Expected a reaction.`,
    cause: `silence after ${label}`,
    check: [{ expectBot: { answers: true } }],
  }
}

const LEAST_TEXT_CLASSES = 6

/** Reports an unanswered text, if the bot answered every other class of text in the same state. */
function silentText({ observation: { move, stateBefore }, memory }: Judged): Suspicion | undefined {
  const { label } = move
  const classes = memory.textAnswers.get(stateBefore)
  if (!label.startsWith('text ') || label === 'text blank' || !classes || classes.size < LEAST_TEXT_CLASSES)
    return undefined
  if ([...classes].some(([other, answered]) => other !== label && !answered)) return undefined
  return {
    kind: 'silence',
    summary: `The bot did not answer a ${label}. It answered all other texts in the same state, so an answer was expected.`,
    cause: `silence after ${label} in ${stateBefore}`,
    check: [{ expectBot: { answers: true } }],
  }
}
