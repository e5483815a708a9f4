// The oracle `stuck`: the bot answers every input with the same message, even /start.

import { quote } from '../../describe/text.ts'
import type { Observation } from '../observation.ts'
import { withoutNumbers } from './cause.ts'
import type { Oracle } from './oracle.ts'
import { expectCount } from './sent-message.ts'

const LEAST_MOVES = 6
const LEAST_COMMANDS = 2
/** The share of the answers to /start above which an answer is usual, and so not a sign of being stuck. */
const USUAL_SHARE = 0.3
const MAX_QUOTED = 60

export const stuck: Oracle = ({ observation, history, memory }) => {
  const { move, isFaulty } = observation
  const reply = onlyReply(observation)
  if (isFaulty || move.label !== 'command /start' || !reply || memory.replyShare(move.label, reply) > USUAL_SHARE)
    return undefined
  const earlier = history.filter((each) => each.move.params.as === move.params.as && each.after?.isPrivate)
  const from = earlier.findLastIndex((each) => onlyReply(each) !== reply)
  const same = earlier.slice(from + 1)
  const labels = new Set(same.map((each) => each.move.label))
  const commands = [...labels].filter((label) => /^command \/\w+$/.test(label) && label !== 'command /start')
  const texts = [...labels].filter((label) => label.startsWith('text '))
  const allCommands = [...memory.commands.keys()].filter((command) => command !== '/start').length
  if (same.length < LEAST_MOVES - 1 || texts.length < 3 || commands.length < Math.min(LEAST_COMMANDS, allCommands))
    return undefined
  const call = observation.calls.find(({ ok, params }) => ok && params.text !== undefined)
  if (!call) return undefined
  return {
    kind: 'stuck',
    summary: `The bot answers everything with ${quote(reply, MAX_QUOTED)}, even /start. Expected /start or a command to leave this state.`,
    cause: `stuck ${withoutNumbers(reply)}`,
    check: expectCount(call, [...history, observation], -1),
  }
}

/** Returns the text of the message that the bot sent after a move, or undefined if it did not send exactly one. */
export function onlyReply({ calls }: Observation): string | undefined {
  const sent = calls.filter(({ ok, method }) => ok && method === 'sendMessage')
  return sent.length === 1 ? String(sent[0]?.params.text) : undefined
}
