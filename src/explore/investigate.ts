// Confirms a suspicion: replays it, shrinks it, and writes a scenario that fails three times.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { playScenario } from '../scenario/run/play-scenario.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { WorldFile } from '../scenario/world-file.ts'
import { isAnswered, type Memory } from './memory.ts'
import type { Move } from './moves.ts'
import type { Observation } from './observation.ts'
import type { Oracle, Suspicion } from './oracles/oracle.ts'
import type { Player } from './player.ts'
import { shrinkMoves } from './shrink.ts'
import { findingText } from './write-finding.ts'

export interface Finding {
  kind: string
  summary: string
  file: string
  /** The number of actions in the scenario. */
  steps: number
  seed: number
}

export interface Investigation {
  player: Player
  memory: Memory
  oracles: ReadonlyMap<string, Oracle>
  world: WorldFile
  seed: number
  out: string
  command: string
  readScenario(file: string): Scenario
  /** Returns a number for ids of people that the bot has not met. */
  nextGeneration(): number
  signal: AbortSignal
}

const REPLAYS = 3
/** The time after which a bot that is not idle counts as busy while a confirmed failure is shrunk. */
const SHORT_BUSY_MS = 1500
/** The least times for which the bot must be idle after the last move of a replay. */
const PATIENT_MS = 150
const VERY_PATIENT_MS = 1200
/** The default of `bot-emulator test --patience`: the seconds that an expectation waits before it fails. */
const TEST_PATIENCE = 5
const REPLAY_SETTINGS = { timeout: 60, patience: 2, pictures: false, strict: false }

/**
 * Replays the moves with a restarted bot and writes the fewest that fail as a scenario. Returns undefined if the
 * failure does not happen again, or if the scenario does not fail each time.
 */
export async function investigate(
  context: Investigation,
  suspicion: Suspicion,
  moves: readonly Move[],
  number: number,
): Promise<Finding | undefined> {
  const { player, memory, signal } = context
  let shown: { observations: Observation[]; suspicion: Suspicion; advances: number[] } | undefined

  /** The least time for which the bot must be idle after the last move. It is longer if a timer causes the failure. */
  let patientMs = PATIENT_MS

  async function stillFails(some: readonly Move[], { begin, busyMs }: ReplayOptions): Promise<boolean> {
    signal.throwIfAborted()
    await player.begin({ ...begin, signal })
    const observations = await replay(player, some, patientMs, busyMs)
    const observation = observations?.at(-1)
    if (!observations || !observation || observation.isStale) return false
    const history = observations.slice(0, -1)
    const again = context.oracles.get(suspicion.kind)?.({ observation, history, memory })
    if (again?.cause !== suspicion.cause) return false
    shown = { observations, suspicion: again, advances: [...player.advances()] }
    return true
  }

  const restarted = { begin: RESTARTED }
  if (!(await stillFails(moves, restarted))) {
    patientMs = VERY_PATIENT_MS
    if (!(await stillFails(moves, restarted))) return undefined
  }
  if (suspicion.control) {
    await player.begin({ ...RESTARTED, signal })
    const answered = (await replay(player, suspicion.control, patientMs))?.at(-1)
    if (!answered || !isAnswered(answered)) return undefined
  }
  // New people instead of a restarted bot make shrinking faster. If the bot's memory of earlier people has caused the
  // failure of the fewest moves, they do not fail with a restarted bot, and shrinking is repeated with restarts.
  const withNewPeople = () => ({ restart: player.hasFailed(), generation: context.nextGeneration() })
  for (const beginOf of [withNewPeople, () => RESTARTED]) {
    const fewest = await shrinkMoves(moves, (some) => stillFails(some, { begin: beginOf(), busyMs: SHORT_BUSY_MS }))
    const finding = (await stillFails(fewest, restarted)) && shown && (await confirm(context, shown, number))
    if (finding) return finding
  }
  return undefined
}

const RESTARTED = { restart: true, generation: 0 }

interface ReplayOptions {
  begin: { restart: boolean; generation: number }
  busyMs?: number
}

/** Plays moves. Returns undefined if a move is not possible, or the bot fails before the last. */
async function replay(
  player: Player,
  moves: readonly Move[],
  patientMs: number,
  busyMs?: number,
): Promise<Observation[] | undefined> {
  const observations: Observation[] = []
  for (const move of moves) {
    const observation = await player.play(move, {
      patientMs: move === moves.at(-1) ? patientMs : 0,
      ...(busyMs && { busyMs }),
    })
    if (!observation) return undefined
    observations.push(observation)
    if (observation.outcome !== 'idle') break
  }
  return observations.length === moves.length ? observations : undefined
}

async function confirm(
  context: Investigation,
  { observations, suspicion, advances }: { observations: Observation[]; suspicion: Suspicion; advances: number[] },
  number: number,
): Promise<Finding | undefined> {
  const { out, seed, world, command, readScenario } = context
  const { kind, summary } = suspicion
  const file = join(out, `${kind}-${number}.yaml`)
  mkdirSync(out, { recursive: true })
  const isRushed = observations.some(({ move }) => move.isRushed)
  for (const settles of isRushed || observations.length === 1 ? [false] : [true, false]) {
    writeFileSync(file, findingText(observations, suspicion, { world, seed, command, file, settles, advances }))
    if (await failsEachTime(context, readScenario(file), kind))
      return { kind, summary, file, steps: observations.length, seed }
  }
  rmSync(file)
  return undefined
}

/**
 * Plays the scenario three times, as `bot-emulator test` does. Returns true if its last step fails each time or, for a
 * crash, if the bot ends each time.
 */
async function failsEachTime({ player, signal }: Investigation, scenario: Scenario, kind: string): Promise<boolean> {
  for (let replayed = 0; replayed < REPLAYS; replayed++) {
    const options = { restart: true, generation: 0, signal }
    const patience = kind === 'hang' && replayed === 0 ? TEST_PATIENCE : REPLAY_SETTINGS.patience
    const settings = { ...REPLAY_SETTINGS, patience }
    const { result, ending } = await playScenario(player.fixture, scenario, settings, options)
    const isExpected =
      kind === 'crash' ? ending !== undefined : ending === undefined && isAtTheEnd(scenario, result.failure?.at.line)
    if (result.status !== 'failed' || !isExpected) return false
  }
  return true
}

const isAtTheEnd = ({ steps }: Scenario, line: number | undefined) => steps.at(-1)?.at.line === line
