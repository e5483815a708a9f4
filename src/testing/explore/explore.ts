// Plays random conversations with a bot for a given time, and reports the failures found.

import { stopwatch } from '../../lib/clock.ts'
import type { BotSettings } from '../programs/bot-under-test.ts'
import { openFixture, type TargetEmulator } from '../scenarios/run/fixture.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import { chooseMove } from './choose-move.ts'
import { type Confirmed, type Finding, investigate } from './investigate.ts'
import { createMemory, type Memory } from './memory.ts'
import type { Move } from './moves.ts'
import type { Observation } from './observation.ts'
import { judge } from './oracles/index.ts'
import type { Oracle } from './oracles/oracle.ts'
import { isLacking } from './oracles/refused.ts'
import { createPlan } from './plan.ts'
import { createPlayer, type Player } from './player.ts'
import { learnOffers } from './possible-moves.ts'
import { createRandom, type Random } from './random.ts'
import { promoteBot } from './rarer-moves.ts'
import { stateOf, WORLD } from './screen.ts'
import { sampleText, TEXT_CLASSES } from './texts.ts'

export interface ExploreSettings {
  emulator: TargetEmulator
  bot: BotSettings & { command: string }
  world: WorldFile
  seconds: number
  seed: number
  /** The oracles that judge what the bot does. The key is the kind of failure that an oracle reports. */
  oracles: ReadonlyMap<string, Oracle>
  /** The folder into which the scenarios of the findings are written. */
  out: string
  readScenario(file: string): Scenario
  /** Called after each conversation, with the indexes of the actions before which the clock was advanced. */
  onConversation?(observations: readonly Observation[], advances: readonly number[]): void
  signal: AbortSignal
}

export interface Progress {
  seconds: number
  moves: number
  states: number
  findings: number
}

export type ExploreEvent = { type: 'progress'; progress: Progress } | ({ type: 'finding' } & Confirmed)

export interface ExploreResult extends Progress {
  found: Finding[]
  /** How often the bot called operations that the service lacks, by name. */
  lacking: ReadonlyMap<string, number>
  /** The suspected failures that no investigation confirmed, each as `<kind>: <summary>`. */
  unconfirmed: string[]
  memory: Memory
}

/** The share of conversations that begin by repeating the moves that once led to a rarely seen state. */
const FROM_KNOWN_STATE = 0.7
/** After the moves to a rare state, this many moves are chosen systematically: the least tried ones first. */
const SYSTEMATIC_MOVES = 4
const SEED_STEP = 7919
/** The number that is added to the tries of a move that led to a failure. Moves with more tries are rarer. */
const TRIES_OF_FAILED_MOVE = 50
/** An exploration begins with these tours. Each ends after `until` moves, or when `share` of the time is over. */
const TOURS = [
  { tour: 'private', until: 90, share: 0.25 },
  { tour: 'group', until: 130, share: 0.35 },
  { tour: 'people', until: 170, share: 0.45 },
] as const
/** The number of times that suspicions with the same cause are investigated if none is confirmed. */
const MAX_TRIES = 4

export async function explore(
  settings: ExploreSettings,
  notify: (event: ExploreEvent) => void,
): Promise<ExploreResult> {
  const { emulator, bot, world, seconds, seed, oracles } = settings
  const elapsed = stopwatch()
  const timeout = AbortSignal.timeout(seconds * 1000 + LAST_INVESTIGATION_MS)
  const signal = AbortSignal.any([settings.signal, timeout])
  const memory = createMemory()
  const fixture = await openFixture(emulator, bot)
  const player = createPlayer(fixture, world)
  const choice = { player, memory, world, clock: bot.clock }
  const people = Object.keys(world.users ?? {})
  const groups = Object.keys(world.groups ?? {})
  const found: Finding[] = []
  const tries = new Map<string, number>()
  const paths = new Map<string, Move[]>()
  const counts = { moves: 0 }
  /** The suspicions that were not confirmed, by cause. */
  const unconfirmed = new Map<string, string>()
  /** How often the bot called operations that the service lacks. */
  const lacking = new Map<string, number>()
  const progress = (): Progress => ({
    seconds: Math.floor(elapsed() / 1000),
    moves: counts.moves,
    states: memory.states.size,
    findings: found.length,
  })
  const isOver = (share = 1) => elapsed() >= share * seconds * 1000 || settings.signal.aborted
  let mustRestart = true
  /** True after the bot ended because of a call to a deleted chat. From then on, each conversation restarts the bot. */
  let remembersChats = false
  let idSet = 0
  const nextIdSet = () => ++idSet

  const { command, clock, reset } = bot
  const investigation = {
    ...settings,
    command,
    reset,
    followsClock: clock !== undefined,
    player,
    memory,
    nextIdSet,
    nextNumber: (kind: string) => found.filter((each) => each.kind === kind).length + 1,
    signal,
  }

  async function playConversation(number: number) {
    const random = createRandom(seed + number * SEED_STEP)
    await player.begin({ restart: mustRestart || remembersChats, idSet: nextIdSet(), signal })
    mustRestart = false
    await learnCommands(player, memory)
    const { tour, share } = TOURS.find(({ until, share }) => counts.moves < until && !isOver(share)) ?? {}
    const path = !tour && random.chance(FROM_KNOWN_STATE) ? pickRareState(paths, memory, random) : []
    const place = { people, groups, bot: player.bot(), groupShare: groupShareOf(memory), from: path.at(-1) }
    const plan = createPlan(random, { ...place, tour, number })
    const observations: Observation[] = []
    const club = world.groups?.[plan.mainChat]
    const first =
      club?.type === 'supergroup' && !path.length
        ? promoteBot(String(club.owner), plan.mainChat, player.bot())
        : undefined
    for (let i = 0; i < path.length + plan.length && !isOver(share); i++) {
      const isSystematic = plan.isTour || (path.length > 0 && i < path.length + SYSTEMATIC_MOVES)
      const chosen =
        path[i] || (first && i === 0) ? undefined : await chooseMove(choice, plan, random, observations, isSystematic)
      const move = path[i] ?? chosen?.move ?? first
      const observation = move && (await player.play(move))
      if (!observation) {
        if (chosen) memory.countTry(chosen.state, chosen.move.label)
        continue
      }
      counts.moves++
      const isSuspicious = await learnAndJudge(observation, observations)
      observations.push(observation)
      notify({ type: 'progress', progress: progress() })
      if (observation.hasCalledDeletedChat && observation.ending) remembersChats = true
      if (isSuspicious || observation.outcome !== 'idle') {
        mustRestart = true
        break
      }
    }
    settings.onConversation?.(observations, player.advances())
  }

  /** Investigates a suspicion. Returns true if the conversation must end, because the bot failed or was restarted. */
  async function learnAndJudge(observation: Observation, history: readonly Observation[]): Promise<boolean> {
    for (const call of observation.calls)
      if (isLacking(call)) lacking.set(call.method, (lacking.get(call.method) ?? 0) + 1)
    const suspicion = judge({ observation, history, memory }, oracles)
    const { after, move, stateBefore } = observation
    const stateAfter = after ? stateOf(after, player.written()) : WORLD
    if (after) learnOffers(after, memory)
    const moves = [...history.map((each) => each.move), move]
    memory.learn(observation, stateAfter, moves)
    const path = paths.get(stateAfter)
    if (observation.outcome === 'idle' && !observation.isFaulty && !(path && path.length <= moves.length))
      paths.set(stateAfter, moves)
    if (!suspicion) return false
    memory.countTry(stateBefore, move.label, TRIES_OF_FAILED_MOVE)
    const { cause } = suspicion
    const tried = tries.get(cause) ?? 0
    tries.set(cause, tried + 1)
    if (tried >= MAX_TRIES) return observation.outcome !== 'idle'
    const confirmed = await investigate(investigation, suspicion, moves).catch((error) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (confirmed) {
      tries.set(cause, MAX_TRIES)
      unconfirmed.delete(cause)
      found.push(confirmed.finding)
      notify({ type: 'finding', ...confirmed })
    } else if (!signal.aborted) unconfirmed.set(cause, `${suspicion.kind}: ${suspicion.summary}`)
    return true
  }

  try {
    for (let number = 0; !isOver(); number++) await playConversation(number)
  } finally {
    await fixture.close()
  }
  return { ...progress(), found, unconfirmed: [...unconfirmed.values()], lacking, memory }
}

/** The maximum time for which a suspicion may still be investigated after the time of the exploration is over. */
const LAST_INVESTIGATION_MS = 20_000

/** Returns the share of conversations in groups, which is small until the bot writes to a group. */
function groupShareOf({ states }: Memory) {
  const inGroups = [...states.keys()].filter((state) => /^group: (?!no message|not started)/.test(state)).length
  return inGroups ? inGroups / states.size / 2 : 0.03
}

async function learnCommands(player: Player, memory: Memory) {
  const { commands } = await player.client.view('/bots/:bot/profile', { bot: player.bot() })
  for (const { command } of commands) memory.learnCommand(`/${command}`)
}

/** Sometimes replaces a text that the moves send, so that a form of several questions gets another answer. */
function varyOneText(moves: Move[], random: Random): Move[] {
  const texts = moves.filter(({ label }) => label.startsWith('text '))
  if (!texts.length || random.chance(2 / 3)) return moves
  const textClass = random.pick(['mixed', random.pick(TEXT_CLASSES)] as const)
  const text = sampleText(textClass, random)
  const varied = random.pick(texts)
  return moves.map((move) =>
    move === varied ? { ...move, params: { ...move.params, text }, label: `text ${textClass}` } : move,
  )
}

/** Picks a rarely seen and rarely picked state. Returns the moves that lead to it, sometimes with one text changed. */
function pickRareState(paths: ReadonlyMap<string, Move[]>, memory: Memory, random: Random): Move[] {
  if (!paths.size) return []
  const weightOf = (state: string) => 1 / (1 + memory.triesOf(state, 'path')) / (1 + (memory.states.get(state) ?? 0))
  const weighted = [...paths].map(([state, moves]) => ({ state, moves, weight: weightOf(state) }))
  const { state, moves } = random.pickWeighted(weighted)
  memory.countTry(state, 'path')
  return varyOneText(moves, random)
}
