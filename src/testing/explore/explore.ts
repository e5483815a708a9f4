// Plays random conversations with a bot for a given time, and reports the failures found.

import { isNoticeable } from '../../control/describe/call.ts'
import { stopwatch } from '../../lib/clock.ts'
import { openFixture } from '../scenarios/run/fixture.ts'
import { type Confirmed, type ExploreSettings, type Finding, investigate } from './investigate.ts'
import { judge } from './judges/kinds.ts'
import { END_OF_PRESS } from './judges/silence.ts'
import { isLacking, type Suspicion } from './judges/suspicion.ts'
import { createMemory, type Memory } from './memory.ts'
import { actorOf, faultMove, type Move } from './moves.ts'
import type { Observation } from './observation.ts'
import { chooseMove, createPlan, FIRST_CONVERSATIONS } from './plan.ts'
import { createPlayer } from './player.ts'
import { createRandom, type Random } from './random.ts'
import { stateOf } from './screen.ts'
import { sampleText, TEXT_CLASSES } from './texts.ts'

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
const SEED_STEP = 7919
/** The number that is added to the tries of a move that led to a failure. Moves with more tries are rarer. */
const TRIES_OF_FAILED_MOVE = 50
/** A conversation takes at most this share of the time. */
const CONVERSATION_SHARE = 0.09
/** If what an earlier conversation left in the bot shows, so many moves of each of both are repeated. */
const RECENT = 5
/** The number of times that suspicions with the same cause are investigated if none is confirmed. */
const MAX_TRIES = 4
/** The maximum time for which a suspicion may still be investigated after the time of the exploration is over. */
const LAST_INVESTIGATION_MS = 20_000

export async function explore(
  settings: ExploreSettings,
  notify: (event: ExploreEvent) => void,
): Promise<ExploreResult> {
  const { emulator, bot, world, seconds, seed, judges } = settings
  const elapsed = stopwatch()
  const timeout = AbortSignal.timeout(seconds * 1000 + LAST_INVESTIGATION_MS)
  const signal = AbortSignal.any([settings.signal, timeout])
  const memory = createMemory({ endsPresses: [world.service?.lenient].flat().includes(END_OF_PRESS) })
  const player = createPlayer(await openFixture(emulator, bot), world)
  const found: Confirmed[] = []
  const tries = new Map<string, number>()
  /** The suspicions that were not confirmed, by cause. */
  const unconfirmed = new Map<string, string>()
  const lacking = new Map<string, number>()
  /** Operations of which a call was refused with 429. */
  const refusedOnce = new Set<string>()
  let moveCount = 0
  let mustRestart = true
  const progress = (): Progress => ({
    seconds: Math.floor(elapsed() / 1000),
    moves: moveCount,
    states: memory.states.size,
    findings: found.length,
  })
  const isOver = () => elapsed() >= seconds * 1000 || settings.signal.aborted
  const exploration = { ...settings, player, memory, found, signal }

  async function playConversation(number: number) {
    const random = createRandom(seed + number * SEED_STEP)
    await player.begin({ mustRestart, signal })
    mustRestart = false
    const { commands } = await player.client.view('/bots/:bot/profile', { bot: player.bot() })
    for (const { command } of commands) memory.learnCommand(`/${command}`)
    const lasted = stopwatch()
    const isFirst = number < FIRST_CONVERSATIONS
    const known = !isFirst && random.chance(FROM_KNOWN_STATE) ? pickRareState(memory, random) : []
    const plan = createPlan(random, { number, known, world, bot: player.bot() })
    const observations: Observation[] = []

    /** Returns false if the conversation must end, because the bot failed or was restarted. */
    async function play(move: Move): Promise<boolean> {
      const observation = await player.play(move)
      if (!observation) return true
      moveCount++
      for (const { method } of observation.calls.filter(isLacking)) lacking.set(method, (lacking.get(method) ?? 0) + 1)
      const history = [...observations]
      observations.push(observation)
      const moves = observations.map((each) => each.move)
      memory.learnWords(observation, moves)
      const suspicion = judge({ observation, history, memory }, judges)
      memory.learn(observation, stateOf(observation.after), moves)
      notify({ type: 'progress', progress: progress() })
      if (suspicion) {
        memory.countTry(observation.stateBefore, move.label, TRIES_OF_FAILED_MOVE)
        if (await pursue(suspicion, moves)) mustRestart = true
      }
      return observation.outcome === 'idle' && !mustRestart
    }

    let goesOn = true
    const mostMs = CONVERSATION_SHARE * seconds * 1000
    for (let i = 0; goesOn && i < plan.first.length + plan.length && !isOver() && lasted() < mostMs; i++) {
      const move = plan.first[i] ?? (await chooseMove(exploration, plan, random, observations))
      goesOn = !move || (await play(move))
    }
    settings.onConversation?.(observations)
    if (goesOn && !isFirst && !isOver() && judges.has('lost')) await playWithFault(observations, play)
  }

  /** Plays the last answered move again, and refuses its call with 429. */
  async function playWithFault(observations: Observation[], play: (move: Move) => Promise<boolean>) {
    const answered = observations.findLast(({ move, calls }) => actorOf(move) && calls.some(isNoticeable))
    const operation = answered?.calls.find(isNoticeable)?.method
    if (!answered || operation === undefined || refusedOnce.has(operation)) return
    const fault = await player.play(faultMove(player.bot(), operation))
    if (!fault) return
    observations.push(fault)
    await play(answered.move)
    if (observations.at(-1)?.calls.some(({ status }) => status === 429)) refusedOnce.add(operation)
  }

  /** Investigates a suspicion, unless its cause is known. Returns true if the bot was restarted. */
  async function pursue(suspicion: Suspicion, all: readonly Move[]): Promise<boolean> {
    const { cause, kind, summary, earlier } = suspicion
    const moves = earlier ? [...earlier.slice(-RECENT), ...all.slice(-RECENT)] : all
    const tried = tries.get(cause) ?? 0
    if (tried >= MAX_TRIES) return false
    tries.set(cause, tried + 1)
    const confirmed = await investigate(exploration, suspicion, moves).catch((error) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (confirmed) tries.set(cause, MAX_TRIES)
    if (confirmed === 'known') return true
    if (confirmed) {
      unconfirmed.delete(cause)
      found.push(confirmed)
      notify({ type: 'finding', ...confirmed })
    } else if (!signal.aborted) unconfirmed.set(cause, `${kind}: ${summary}`)
    return true
  }

  try {
    for (let number = 0; !isOver(); number++) await playConversation(number)
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await player.fixture.close()
  }
  return {
    ...progress(),
    found: found.map(({ finding }) => finding),
    unconfirmed: [...unconfirmed.values()],
    lacking,
    memory,
  }
}

/** Picks a rarely seen and rarely picked state. Returns the moves that lead to it, sometimes with one text changed. */
function pickRareState(memory: Memory, random: Random): readonly Move[] {
  if (!memory.paths.size) return []
  const weightOf = (state: string) => 1 / (1 + memory.triesOf(state, 'path')) / (1 + (memory.states.get(state) ?? 0))
  const weighted = [...memory.paths].map(([state, moves]) => ({ state, moves, weight: weightOf(state) }))
  const { state, moves } = random.pickWeighted(weighted)
  memory.countTry(state, 'path')
  return random.chance(1 / 3) ? varyOneText(moves, random) : moves
}

/** Replaces a text that the moves send, so that a form of several questions gets another answer. */
function varyOneText(moves: readonly Move[], random: Random): readonly Move[] {
  const texts = moves.flatMap(({ label }, i) => (label.startsWith('text ') ? i : []))
  if (!texts.length) return moves
  const at = random.pick(texts)
  const varied = moves[at] as Move
  const textClass = random.pick(['mixed', random.pick(TEXT_CLASSES)] as const)
  const text = sampleText(textClass, random)
  return moves.with(at, { ...varied, params: { ...varied.params, text }, label: `text ${textClass}` })
}
