// The plan of a conversation, and the choice of its next move.

import { isNoticeable } from '../../control/describe/call.ts'
import { LIMITS } from '../../service/rules/limits.ts'
import type { BotClock } from '../bot-clock/environment.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import type { Exploration } from './investigate.ts'
import type { Memory } from './memory.ts'
import { actorOf, byOwner, chatOf, JUMPS, MINUTE, type Move, timerMove, WAIT } from './moves.ts'
import type { Observation } from './observation.ts'
import { learnOffers, type PossibleMove, possibleMoves } from './possible-moves.ts'
import type { Random } from './random.ts'
import { loadScreen, stateOf } from './screen.ts'

export type Plan = ReturnType<typeof createPlan>

/** The kinds of conversations, in turn. In `people`, several write to the bot in private. */
const KINDS = ['private', 'group', 'private', 'people', 'private'] as const
/** The first conversations are one of each kind. Later ones may continue what is known. */
export const FIRST_CONVERSATIONS = KINDS.length
const LENGTH = 30
/** How many new moves follow known moves: few, so that there is time to continue from more states. */
const LENGTHS_AFTER_KNOWN = [4, 8]
const NEXT_PERSON_SHARE = 0.4

interface PlannedConversation {
  number: number
  /** The moves of an earlier conversation to repeat. The conversation goes on with the same person and chat. */
  known?: readonly Move[]
  world: WorldFile
  bot: string
}

export function createPlan(random: Random, { number, known = [], world, bot }: PlannedConversation) {
  const people = Object.keys(world.users ?? {})
  const groups = Object.keys(world.groups ?? {})
  const last = known.at(-1)
  const kind = last ? undefined : KINDS[number % KINDS.length]
  const chat = (last && chatOf(last)) ?? (groups.length && kind === 'group' ? random.pick(groups) : bot)
  // A conversation of one person reaches deep states sooner. Groups and the search for leaks need several people.
  const isAlone = kind === 'private' && number < FIRST_CONVERSATIONS
  const count = random.pick(kind === 'people' || chat !== bot ? [2, 2, 3] : isAlone ? [1] : [1, 1, 2, 3])
  let person = (last && actorOf(last)) ?? random.pick(people)
  const first = people.indexOf(person)
  const present = [...people.slice(first), ...people.slice(0, first)].slice(0, count)
  const { type, owner } = world.groups?.[chat] ?? {}
  const isByAdmin = !last && type === 'supergroup'
  return {
    chat,
    length: last ? random.pick(LENGTHS_AFTER_KNOWN) : LENGTH,
    /** The moves with which the conversation begins. In supergroups, the bot is an administrator. */
    first: isByAdmin ? [byOwner('promote', { as: String(owner), chat, who: bot })] : known,
    /** Returns the person of the next move, who is mostly the person of the last move. */
    nextPerson(): string {
      if (random.chance(NEXT_PERSON_SHARE)) person = random.pick(present)
      return person
    },
  }
}

/** The share of moves in which time passes: often with `--bot-clock=skip` or after a command like `/remind 1 tea`. */
const TIME_SHARES = { often: 0.25, follow: 0.06, seldom: 0.01 }
const SOON = /^\/.*\b[0-2]\b/
/** A bot that runs on real time and said nothing in so many waits has no timers. */
const MOST_WAITS = 3
const JUMP_SHARE = 0.3
/** The factor for the weight of a move that was never made. */
const NEVER_MADE = 8
/** Weights are divided by (1 + tries in the same state) to the power of this. */
const COST_OF_TRIES = 3
/** An argument like an example is another one each time, so that trying again costs less. */
const REDRAWN = / an example$/
/** What a button or a key does depends on the question, so that it is new in each state. */
const OF_STATE = /^(?:button|key) /

/** Chooses the next move of a conversation: mostly what was tried least. */
export async function chooseMove(
  { player, memory, world, bot: { clock } }: Exploration,
  plan: Plan,
  random: Random,
  history: readonly Observation[],
): Promise<Move | undefined> {
  if (isNearLimit(history)) return MINUTE
  const last = history.at(-1)?.move
  // Someone outside a group sees what is seen in an empty one, where joining was tried in vain.
  if (last?.action === 'leave') return { ...last, action: 'join', label: 'join' }
  const timer = timerMove(clock !== undefined)
  if (random.chance(timeShare(clock, memory, history.at(-1)))) {
    memory.countTry(stateOf(undefined), timer.label)
    return clock && random.chance(JUMP_SHARE) ? random.pick(JUMPS) : timer
  }
  const screen = await loadScreen(player.client, plan.nextPerson(), plan.chat)
  learnOffers(screen, memory)
  const state = stateOf(screen)
  const weightOf = ({ label, weight }: PossibleMove) => {
    const tries = 1 + memory.triesOf(state, label)
    const cost = REDRAWN.test(label) ? 1 : COST_OF_TRIES
    const wasMade = OF_STATE.test(label) ? tries > 1 : memory.wasMade(label, screen.isPrivate)
    return ((wasMade ? 1 : NEVER_MADE) * weight) / tries ** cost
  }
  const owner = world.groups?.[plan.chat]?.owner
  const people = Object.keys(world.users ?? {}).filter((each) => each !== owner)
  const group = owner === undefined ? undefined : { owner: String(owner), people, bot: player.bot() }
  const moves = possibleMoves({ screen, memory, random, group }).map((move) => ({ ...move, weight: weightOf(move) }))
  const most = Math.max(...moves.map(({ weight }) => weight))
  const candidates = moves.filter(({ weight }) => weight === most)
  if (!candidates.length) return undefined
  const move = random.pickWeighted(candidates)
  memory.countTry(state, move.label)
  return move
}

/** True if the bot has used half of the messages that the service allows in a minute. */
function isNearLimit(history: readonly Observation[]): boolean {
  const recent = history.slice(history.findLastIndex(({ move }) => move === MINUTE) + 1)
  return recent.flatMap(({ calls }) => calls.filter(isNoticeable)).length * 2 > LIMITS.messagesPerChat
}

function timeShare(clock: BotClock | undefined, memory: Memory, last: Observation | undefined): number {
  const hasNoTimers =
    memory.triesOf(stateOf(undefined), WAIT.label) >= MOST_WAITS && !memory.wasAnswered(WAIT.label, true)
  if (!clock && hasNoTimers) return 0
  if (clock === 'skip' || SOON.test(String(last?.move.params.text))) return TIME_SHARES.often
  return clock ? TIME_SHARES.follow : TIME_SHARES.seldom
}
