// The oracle `stuck`: the bot answers every input with the same message, even /start.

import { quote } from '../../../lib/safe-text.ts'
import type { Memory } from '../memory.ts'
import type { Observation } from '../observation.ts'
import { expectCount, type Oracle, withoutNumbers } from './oracle.ts'

const START = 'command /start'
const LEAST_MOVES = 6
const LEAST_COMMANDS = 2
/** A reply that follows more than this share of the `/start` commands is normal: the bot is not stuck. */
const USUAL_SHARE = 0.3
const MAX_QUOTED = 60

export const stuck: Oracle = ({ observation, history, memory, isRepeated }) => {
  const { move, isFaulty } = observation
  const reply = onlyReply(observation)
  if (isFaulty || move.label !== START || !reply || memory.replyShare(move.label, reply) > USUAL_SHARE) return undefined
  if (!isRepeated && !areEnough(movesWithReply(reply, history, move.params.as), memory)) return undefined
  const call = observation.calls.find(({ ok, params }) => ok && params.text !== undefined)
  if (!call) return undefined
  return {
    kind: 'stuck',
    summary: `The bot answers everything with ${quote(reply, MAX_QUOTED)}, even /start. Expected /start or a command to leave this state.`,
    cause: `stuck ${withoutNumbers(reply)}`,
    check: expectCount(call, [...history, observation], -1),
  }
}

/** Returns the labels of a person's latest moves, such as `command /help`, that all got this reply. */
function movesWithReply(reply: string, history: readonly Observation[], person: unknown): string[] {
  const earlier = history.filter((each) => each.move.params.as === person && each.after?.isPrivate)
  const from = earlier.findLastIndex((each) => onlyReply(each) !== reply)
  return earlier.slice(from + 1).map((each) => each.move.label)
}

const isBareCommand = (label: string) => /^command \/\w+$/.test(label) && label !== START

function areEnough(labels: readonly string[], memory: Memory): boolean {
  const different = [...new Set(labels)]
  const commands = different.filter(isBareCommand).length
  const texts = different.filter((label) => label.startsWith('text ')).length
  const allCommands = [...memory.commands.keys()].filter((command) => command !== '/start').length
  return labels.length >= LEAST_MOVES - 1 && texts >= 3 && commands >= Math.min(LEAST_COMMANDS, allCommands)
}

/**
 * Returns the factor for the weight of a move. If the bot has repeated an unusual reply, it may be stuck. The factor
 * then prefers moves that show whether it is: other commands and texts, and at last /start.
 */
export function escapeFactor(label: string, history: readonly Observation[], memory: Memory): number {
  const last = history.at(-1)
  const reply = last && onlyReply(last)
  if (!reply) return 1
  const same = movesWithReply(reply, history, last.move.params.as)
  const isUnusual = (each: string) => isBareCommand(each) && memory.replyShare(each, reply) <= USUAL_SHARE
  if (same.length < 2 || !same.some(isUnusual)) return 1
  if (label === START) return areEnough(same, memory) ? PREFERRED : 1 / PREFERRED
  return (isBareCommand(label) || label.startsWith('text ')) && !same.includes(label) ? PREFERRED : 1
}

const PREFERRED = 20

/** Returns the text of the message that the bot sent after a move, or undefined if it did not send exactly one. */
export function onlyReply({ calls }: Observation): string | undefined {
  const sent = calls.filter(({ ok, method }) => ok && method === 'sendMessage')
  return sent.length === 1 ? String(sent[0]?.params.text) : undefined
}
