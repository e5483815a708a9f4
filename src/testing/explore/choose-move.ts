// Chooses the next move of a conversation.

import type { BotClock } from '../bot-clock/environment.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import type { Memory } from './memory.ts'
import type { Move } from './moves.ts'
import type { Observation } from './observation.ts'
import type { Plan } from './plan.ts'
import type { Player } from './player.ts'
import { learnOffers, type PossibleMove, possibleMoves } from './possible-moves.ts'
import type { Random } from './random.ts'
import { clockMoves, faultMoves, waitMove } from './rarer-moves.ts'
import { loadScreen, stateOf, WORLD } from './screen.ts'

interface Exploration {
  player: Player
  memory: Memory
  world: WorldFile
  /** The mode in which the bot's process follows the emulator's clock. Undefined if it runs on real time. */
  clock: BotClock | undefined
}

const ADVANCE_CLOCK_SHARE = 0.01
const ADVANCE_SHARE_IF_CLOCKED = 0.05
/** The share of moves that skip to the next timer of the bot, with `--bot-clock=skip`. */
const SKIP_SHARE = 0.25
/** The share of moves that wait for a timer of the bot, if the bot mentions times. */
const WAIT_SHARE = 0.01
/** The share of moves that wait, if the last command had an argument of 0, 1 or 2, which may be a timer's seconds. */
const SOON_WAIT_SHARE = 0.25
const SOON = /^\/.*\b[0-2]\b/
/** In a tour, which tries all kinds of moves, the factor for the weight of a move that was never made. */
const NEVER_MADE = 8
/** The exponent `p` in a systematic choice: a weight is divided by (1 + tries in the same state) ** p. */
const TOUR_COST = 3
/** In a conversation that looks for rare states: the factor for the weight of moves that once led to one. */
const FORWARD = 20

export async function chooseMove(
  { player, memory, world, clock }: Exploration,
  plan: Plan,
  random: Random,
  history: readonly Observation[],
  isSystematic: boolean,
): Promise<{ move: Move; state: string } | undefined> {
  if (random.chance(plan.faultShare))
    return { move: random.pick(faultMoves(player.bot(), [...memory.operations])), state: WORLD }
  const followsClock = clock !== undefined
  if (random.chance(timerWaitShare(clock, memory, history))) return { move: waitMove(followsClock), state: WORLD }
  if (!plan.isTour && random.chance(followsClock ? ADVANCE_SHARE_IF_CLOCKED : ADVANCE_CLOCK_SHARE))
    return { move: random.pick(clockMoves(followsClock)), state: WORLD }
  const chat = plan.nextChat()
  const group = await loadGroup(player, world, chat)
  const screen = await loadScreen(player.client, plan.nextPerson(), chat)
  learnOffers(screen, memory)
  const state = stateOf(screen, player.written())
  const ways = memory.waysOnward(state)
  const weightOf = ({ label, weight }: PossibleMove) => {
    const tries = memory.triesOf(state, label)
    const isNew = plan.isTour && !memory.wasMade(label, screen.isPrivate)
    if (isSystematic) return ((isNew ? NEVER_MADE : 1) * weight) / (1 + tries) ** TOUR_COST
    const onward = ways.reduce((sum, way) => sum + (way.label === label ? way.count : 0), 0)
    const factor = onward ? FORWARD : plan.factorOf(label)
    return (factor * weight) / (1 + Math.max(0, tries - onward)) ** repetitionCost(label)
  }
  const moves = possibleMoves(screen, state, memory, group).map((move) => ({ ...move, weight: weightOf(move) }))
  if (!moves.length) return undefined
  const most = Math.max(...moves.map(({ weight }) => weight))
  const candidates = isSystematic ? moves.filter(({ weight }) => weight === most) : moves
  return { move: random.pickWeighted(candidates).make(random), state }
}

function timerWaitShare(clock: BotClock | undefined, { hasTimers }: Memory, history: readonly Observation[]): number {
  if (clock === 'skip') return SKIP_SHARE
  const lastText = String(history.at(-1)?.move.params.text ?? '')
  return hasTimers ? (SOON.test(lastText) ? SOON_WAIT_SHARE : WAIT_SHARE) : 0
}

async function loadGroup(player: Player, { users = {}, groups = {} }: WorldFile, chat: string) {
  const found = groups[chat]
  if (!found) return undefined
  const members = await player.client.view('/chats/:chat/members', { chat })
  return {
    owner: String(found.owner),
    bot: player.bot(),
    people: Object.keys(users),
    statuses: new Map(members.map(({ handle, status }) => [handle, status])),
  }
}

/**
 * Returns the exponent `p` for a move: its weight is divided by (1 + earlier tries) ** p. The exponent is smaller for
 * commands and buttons, because a repeated command or button can change the state of the bot.
 */
const repetitionCost = (label: string) => (/^(text|file|edit|delete|old|block)/.test(label) ? 1.2 : 0.5)
