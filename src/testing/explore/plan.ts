// The plan of a conversation, and the choice of its next move.

import { isNoticeable } from '../../control/describe/call.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import type { BotClock } from '../bot-clock/environment.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import type { Memory } from './memory.ts'
import { actorOf, chatOf, JUMPS, MINUTE, type Move, timerMove, WAIT } from './moves.ts'
import type { Observation } from './observation.ts'
import type { Player } from './player.ts'
import { learnOffers, type PossibleMove, possibleMoves } from './possible-moves.ts'
import type { Random } from './random.ts'
import { loadScreen, WORLD } from './screen.ts'

export type Plan = ReturnType<typeof createPlan>

/**
 * In the tours `private` and `group`, people prefer moves that were never made in such a chat. In the tour `people`,
 * two people write recognizable words to the bot in turn.
 */
export type Tour = 'private' | 'group' | 'people'

interface PlannedWorld {
  people: readonly string[]
  groups: readonly string[]
  bot: string
  tour?: Tour | undefined
  /** The last move that is repeated from an earlier conversation, which goes on with the same person and chat. */
  from?: Move | undefined
}

/**
 * Random factors for the weights of moves, one for each label (kind of move). A conversation that prefers some moves
 * reaches deeper states, such as a list of three items, than an even mix does.
 */
const FACTORS = [0.05, 0.3, 1, 1, 1, 3, 10]
/** What makes people write recognizable words. */
const FAVOURITE = / (?:words|an example)$/
const FAVOURITE_FACTOR = 10
const TOUR_LENGTH = 30
const LENGTHS = [10, 20, 20, 40]
/** How many new moves follow the repeated moves: few, so that there is time to continue from more states. */
const LENGTHS_FROM_KNOWN_STATE = [4, 8]
const GROUP_SHARE = 0.2
/** The share of conversations of two people who write recognizable words, to find leaks. */
const CROSS_TALK_SHARE = 0.15
const NEXT_PERSON_SHARE = 0.4

export function createPlan(random: Random, { people, groups, bot, tour, from }: PlannedWorld) {
  const factors = new Map<string, number>()
  const isCrossTalk = tour ? tour === 'people' : !from && random.chance(CROSS_TALK_SHARE)
  const isInGroup = tour ? tour === 'group' : !isCrossTalk && random.chance(GROUP_SHARE)
  const chat = (from && chatOf(from)) ?? (groups.length && isInGroup ? random.pick(groups) : bot)
  // A conversation of one person reaches deep states sooner. Groups and the search for leaks need several people.
  const count = random.pick(isCrossTalk || chat !== bot ? [2, 2, 3] : tour ? [1] : [1, 1, 2, 3])
  let person = (from && actorOf(from)) ?? random.pick(people)
  const first = people.indexOf(person)
  const present = [...people.slice(first), ...people.slice(0, first)].slice(0, count)
  return {
    chat,
    /** True if the least tried moves are chosen: in a tour, and after the moves to a known state. */
    isSystematic: tour ? tour !== 'people' : from !== undefined,
    length: tour ? TOUR_LENGTH : random.pick(from ? LENGTHS_FROM_KNOWN_STATE : LENGTHS),
    factorOf(label: string): number {
      const drawn = isCrossTalk ? (FAVOURITE.test(label) ? FAVOURITE_FACTOR : 1) : random.pick(FACTORS)
      const factor = factors.get(label) ?? drawn
      factors.set(label, factor)
      return factor
    },
    /** Returns the person of the next move, who is mostly the person of the last move. */
    nextPerson(): string {
      if (random.chance(NEXT_PERSON_SHARE)) person = random.pick(present)
      return person
    },
  }
}

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
/** In a systematic choice, weights are divided by (1 + tries in the same state) to the power of this. */
const SYSTEMATIC_COST = 3

/** Chooses the next move of a conversation. */
export async function chooseMove(
  { player, memory, world, clock }: Exploration,
  plan: Plan,
  random: Random,
  history: readonly Observation[],
): Promise<{ move: Move; state: string } | undefined> {
  if (isNearLimit(history)) return { move: MINUTE, state: WORLD }
  if (random.chance(timeShare(clock, memory, history.at(-1)))) {
    const isJump = clock && random.chance(JUMP_SHARE)
    return { move: isJump ? random.pick(JUMPS) : timerMove(clock !== undefined), state: WORLD }
  }
  const screen = await loadScreen(player.client, plan.nextPerson(), plan.chat)
  learnOffers(screen, memory)
  const state = player.stateOf(screen)
  const asks = memory.asks(state)
  const weightOf = ({ label, weight }: PossibleMove) => {
    const tries = 1 + memory.triesOf(state, label)
    if (!plan.isSystematic) return (plan.factorOf(label) * weight) / tries
    const isAnswer = asks && label.startsWith('text ')
    const factor = memory.wasMade(label, screen.isPrivate) ? (isAnswer ? ASKED : 1) : NEVER_MADE
    return (factor * weight) / tries ** SYSTEMATIC_COST
  }
  const { users = {}, groups = {} } = world
  const owner = groups[plan.chat]?.owner
  const people = Object.keys(users).filter((each) => each !== owner)
  const group = owner === undefined ? undefined : { owner: String(owner), people, bot: player.bot() }
  const moves = possibleMoves(screen, memory, group).map((move) => ({ ...move, weight: weightOf(move) }))
  if (!moves.length) return undefined
  const most = Math.max(...moves.map(({ weight }) => weight))
  const candidates = plan.isSystematic ? moves.filter(({ weight }) => weight === most) : moves
  return { move: random.pickWeighted(candidates).make(random), state }
}

/** True if the bot has used half of the messages that the service allows in a minute. */
function isNearLimit(history: readonly Observation[]): boolean {
  const recent = history.slice(history.findLastIndex(({ move }) => move === MINUTE) + 1)
  return recent.flatMap(({ calls }) => calls.filter(isNoticeable)).length * 2 > LIMITS.messagesPerChat
}

function timeShare(clock: BotClock | undefined, memory: Memory, last: Observation | undefined): number {
  const hasNoTimers = memory.triesOf(WORLD, WAIT.label) >= MOST_WAITS && !memory.wasAnswered(WAIT.label, true)
  if (!clock && hasNoTimers) return 0
  if (clock === 'skip' || SOON.test(String(last?.move.params.text))) return TIME_SHARES.often
  return clock ? TIME_SHARES.follow : TIME_SHARES.seldom
}
