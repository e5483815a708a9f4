// Plays random conversations with a bot for a given time, and reports the failures found.

import { stopwatch } from '../lib/clock.ts'
import type { BotSettings } from '../scenario/run/bot/bot-under-test.ts'
import { openFixture, type TargetEmulator } from '../scenario/run/fixture.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { WorldFile } from '../scenario/world-file.ts'
import { type Finding, investigate } from './investigate.ts'
import { createMemory, type Memory } from './memory.ts'
import type { Move } from './moves.ts'
import type { Observation } from './observation.ts'
import { judge } from './oracles/index.ts'
import type { Oracle } from './oracles/oracle.ts'
import { createPlayer, type Player } from './player.ts'
import { learnOffers, possibleMoves } from './possible-moves.ts'
import { createRandom, type Random } from './random.ts'
import { worldMoves } from './rarer-moves.ts'
import { loadScreen, stateOf } from './screen.ts'

export interface ExploreSettings {
  emulator: TargetEmulator
  bot: BotSettings & { command: string }
  world: WorldFile
  seconds: number
  seed: number
  /** The oracles that judge what the bot does, by the kind of failure that each reports. */
  oracles: ReadonlyMap<string, Oracle>
  /** The folder into which the scenarios of the findings are written. */
  out: string
  readScenario(file: string): Scenario
  signal: AbortSignal
}

export interface Progress {
  seconds: number
  moves: number
  states: number
  findings: number
}

export type ExploreEvent = { type: 'progress'; progress: Progress } | { type: 'finding'; finding: Finding }

export interface ExploreResult extends Progress {
  found: Finding[]
  /** Suspected failures that an investigation could not reproduce, as kind and summary. */
  unconfirmed: string[]
  memory: Memory
}

const MOVES_PER_CONVERSATION = 24
/** The share of conversations that begin by repeating the moves that once led to a rarely seen state. */
const FROM_KNOWN_STATE = 0.4
const SAME_PERSON = 0.8
/** The share of moves after which the next move is played at once, without waiting for the bot. */
const RUSHED_SHARE = 0.06
/** The share of moves that inject a fault or advance the clock. */
const WORLD_SHARE = 0.025
const SEED_STEP = 7919
/** The number of times that suspicions with the same cause are investigated if none is confirmed. */
const MAX_TRIES = 2

export async function explore(
  settings: ExploreSettings,
  notify: (event: ExploreEvent) => void,
): Promise<ExploreResult> {
  const { emulator, bot, world, seconds, seed, oracles, out, readScenario } = settings
  const elapsed = stopwatch()
  const timeout = AbortSignal.timeout(seconds * 1000 + LAST_INVESTIGATION_MS)
  const signal = AbortSignal.any([settings.signal, timeout])
  const memory = createMemory()
  const fixture = await openFixture(emulator, bot)
  const player = createPlayer(fixture, world)
  const people = Object.keys(world.users ?? {})
  const groups = Object.keys(world.groups ?? {})
  const found: Finding[] = []
  const tries = new Map<string, number>()
  const paths: { state: string; moves: Move[] }[] = []
  const counts = { moves: 0 }
  const unconfirmed: string[] = []
  const progress = (): Progress => ({
    seconds: Math.floor(elapsed() / 1000),
    moves: counts.moves,
    states: memory.states.size,
    findings: found.length,
  })
  const isOver = () => elapsed() >= seconds * 1000 || settings.signal.aborted
  let mustRestart = true

  async function playConversation(number: number) {
    const random = createRandom(seed + number * SEED_STEP)
    await player.begin({ restart: mustRestart, generation: number + 1, signal })
    mustRestart = false
    await learnCommands(player, memory)
    const known = random.chance(FROM_KNOWN_STATE) ? pickRareState(paths, memory, random) : []
    const observations: Observation[] = []
    let person = random.pick(people)
    let again: Move | undefined
    for (let i = 0; i < MOVES_PER_CONVERSATION && !isOver(); i++) {
      if (!again && !random.chance(SAME_PERSON)) person = random.pick(people)
      const chat = groups.length && random.chance(groupShare(memory)) ? random.pick(groups) : player.bot()
      const group = groups.includes(chat) ? { owner: ownerOf(world, chat), bot: player.bot(), people } : undefined
      const chosen = known[i] ?? again ?? (await chooseMove(player, memory, random, { person, chat, group }))
      const isRushed = chosen !== undefined && chosen !== again && i >= known.length && random.chance(RUSHED_SHARE)
      // After a rushed move, the same move follows once more, or a move of a newly picked person.
      again = isRushed && random.chance(0.5) ? chosen : undefined
      if (isRushed && !again) person = random.pick(people)
      const move = isRushed ? { ...chosen, isRushed } : chosen
      const observation = move && (await player.play(move))
      if (!observation) continue
      counts.moves++
      const isSuspicious = await learnAndJudge(observation, observations)
      observations.push(observation)
      notify({ type: 'progress', progress: progress() })
      if (isSuspicious || observation.outcome !== 'idle') {
        mustRestart = true
        return
      }
    }
  }

  /** Investigates a suspicion. Returns true if the conversation must end, because the bot failed or was restarted. */
  async function learnAndJudge(observation: Observation, history: readonly Observation[]): Promise<boolean> {
    const suspicion = judge({ observation, history, memory }, oracles)
    const { after, move, stateBefore } = observation
    const stateAfter = after ? stateOf(after, player.written()) : 'world'
    if (after) learnOffers(after, memory)
    const moves = [...history.map((each) => each.move), move]
    if (memory.learn(observation, stateAfter) && observation.outcome === 'idle')
      paths.push({ state: stateAfter, moves })
    if (!suspicion) return false
    memory.avoid(stateBefore, move.label)
    const key = `${suspicion.kind} ${suspicion.cause}`
    const tried = tries.get(key) ?? 0
    tries.set(key, tried + 1)
    if (tried >= MAX_TRIES) return observation.outcome !== 'idle'
    const { command } = bot
    const number = found.filter(({ kind }) => kind === suspicion.kind).length + 1
    const context = { player, memory, oracles, world, seed, out, command, readScenario, signal }
    const finding = await investigate(context, suspicion, moves, number).catch((error) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (finding) {
      tries.set(key, MAX_TRIES)
      found.push(finding)
      notify({ type: 'finding', finding })
    } else unconfirmed.push(`${suspicion.kind}: ${suspicion.summary}`)
    return true
  }

  try {
    for (let number = 0; !isOver(); number++) await playConversation(number)
  } finally {
    await fixture.close()
  }
  return { ...progress(), found, unconfirmed, memory }
}

/** The longest time that an investigation may continue after the time of the exploration is over. */
const LAST_INVESTIGATION_MS = 20_000

interface Situation {
  person: string
  chat: string
  group: { owner: string; bot: string; people: readonly string[] } | undefined
}

const ownerOf = ({ groups = {} }: WorldFile, chat: string) => String(groups[chat]?.owner)

async function learnCommands(player: Player, memory: Memory) {
  const { commands } = await player.client.view('/bots/:bot/profile', { bot: player.bot() })
  for (const { command } of commands) {
    memory.commands.add(`/${command}`)
    memory.registered.add(`/${command}`)
  }
}

/** Returns the share of moves in groups, which is smaller until the bot has sent a message in a group. */
const groupShare = ({ states }: Memory) =>
  [...states.keys()].some((state) => /^group: (?!no message)/.test(state)) ? 0.25 : 0.08

async function chooseMove(player: Player, memory: Memory, random: Random, { person, chat, group }: Situation) {
  if (random.chance(WORLD_SHARE)) return random.pick(worldMoves(player.bot()))
  const screen = await loadScreen(player.client, person, chat)
  learnOffers(screen, memory)
  const state = stateOf(screen, player.written())
  const moves = possibleMoves(screen, memory, group).map((move) => ({
    ...move,
    weight: move.weight / (1 + memory.triesOf(state, move.label)) ** noveltyOf(move.label),
  }))
  return moves.length ? random.pickWeighted(moves).make(random) : undefined
}

/**
 * Returns how strongly earlier tries of a move in a state reduce its weight there. Commands and buttons are repeated
 * more than texts and files, because they change what the bot knows.
 */
const noveltyOf = (label: string) => (/^(text|file|reply|edit|delete|old|block)/.test(label) ? 1.2 : 0.5)

function pickRareState(paths: readonly { state: string; moves: Move[] }[], memory: Memory, random: Random): Move[] {
  if (!paths.length) return []
  const weighted = paths.map((path) => ({ ...path, weight: 1 / (1 + (memory.states.get(path.state) ?? 0)) }))
  return random.pickWeighted(weighted).moves
}
