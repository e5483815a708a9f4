// Chooses the next move of a conversation.

import { isNoticeable } from '../../control/describe/call.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import type { BotClock } from '../bot-clock/environment.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import type { Memory } from './memory.ts'
import { JUMPS, MINUTE, type Move, timerMove, WAIT } from './moves.ts'
import type { Observation } from './observation.ts'
import type { Plan } from './plan.ts'
import type { Player } from './player.ts'
import { learnOffers, type PossibleMove, possibleMoves } from './possible-moves.ts'
import type { Random } from './random.ts'
import { loadScreen, WORLD } from './screen.ts'

interface Exploration {
  player: Player
  memory: Memory
  world: WorldFile
  /** The mode in which the bot's process follows the emulator's clock. Undefined if it runs on real time. */
  clock: BotClock | undefined
}

/** The share of moves in which time passes: often with `--bot-clock=skip` or after a command like `/remind 1 tea`. */
const TIME_SHARES = { often: 0.25, follow: 0.06, seldom: 0.01 }
const SOON = /^\/.*\b[0-2]\b/
/** A bot that runs on real time and said nothing in so many waits has no timers. */
const MOST_WAITS = 3
const JUMP_SHARE = 0.3
/** In a systematic choice, the factor for the weight of a move that was never made. */
const NEVER_MADE = 8
/** In a systematic choice, the factor for the weight of a text if the bot has asked for one. */
const ASKED = 4
/** Weights are divided by (1 + tries in the same state) to the power of this, in a systematic choice … */
const SYSTEMATIC_COST = 3
/** … or for moves that rarely change the state of the bot if they are repeated … */
const REPETITION_COST = 1.2
/** … or for commands and buttons. */
const COST = 0.5

export async function chooseMove(
  { player, memory, world, clock }: Exploration,
  plan: Plan,
  random: Random,
  history: readonly Observation[],
  isSystematic: boolean,
): Promise<{ move: Move; state: string } | undefined> {
  if (isNearLimit(history)) return { move: MINUTE, state: WORLD }
  if (random.chance(timeShare(clock, memory, history.at(-1)))) {
    const isJump = clock && !plan.isSystematic && random.chance(JUMP_SHARE)
    return { move: isJump ? random.pick(JUMPS) : timerMove(clock !== undefined), state: WORLD }
  }
  const screen = await loadScreen(player.client, plan.nextPerson(), plan.chat)
  learnOffers(screen, memory)
  const state = player.stateOf(screen)
  const asks = memory.asks(state)
  const weightOf = ({ label, weight }: PossibleMove) => {
    const isNew = plan.isSystematic && !memory.wasMade(label, screen.isPrivate)
    const isAnswer = asks && label.startsWith('text ')
    const factor = isSystematic ? (isNew ? NEVER_MADE : isAnswer ? ASKED : 1) : plan.factorOf(label)
    const isWeak = /^(text|file|edit|delete|old|block)/.test(label)
    const cost = isSystematic ? SYSTEMATIC_COST : isWeak ? REPETITION_COST : COST
    return (factor * weight) / (1 + memory.triesOf(state, label)) ** cost
  }
  const { users = {}, groups = {} } = world
  const owner = groups[plan.chat]?.owner
  const people = Object.keys(users).filter((each) => each !== owner)
  const group = owner === undefined ? undefined : { owner: String(owner), people, bot: player.bot() }
  const moves = possibleMoves(screen, memory, group).map((move) => ({ ...move, weight: weightOf(move) }))
  if (!moves.length) return undefined
  const most = Math.max(...moves.map(({ weight }) => weight))
  const candidates = isSystematic ? moves.filter(({ weight }) => weight === most) : moves
  return { move: random.pickWeighted(candidates).make(random), state }
}

/** True if the bot has used half of the messages that the service allows in a minute. */
function isNearLimit(history: readonly Observation[]): boolean {
  const recent = history.slice(history.findLastIndex(({ move }) => move === MINUTE) + 1)
  return recent.flatMap(({ calls }) => calls.filter(isNoticeable)).length * 2 > LIMITS.messagesPerChat
}

function timeShare(clock: BotClock | undefined, memory: Memory, last: Observation | undefined): number {
  if (!clock && !memory.hasTimers && memory.triesOf(WORLD, WAIT.label) >= MOST_WAITS) return 0
  if (clock === 'skip' || SOON.test(String(last?.move.params.text))) return TIME_SHARES.often
  return clock ? TIME_SHARES.follow : TIME_SHARES.seldom
}
