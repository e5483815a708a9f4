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
  signal: AbortSignal
}

const REPLAYS = 3
/** The time after which a bot that is not idle counts as busy while a confirmed failure is shrunk. */
const SHORT_BUSY_MS = 1500
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

  let isConfirmed = false

  async function stillFails(some: readonly Move[]): Promise<boolean> {
    signal.throwIfAborted()
    const observations = await replay(player, some, signal, isConfirmed ? SHORT_BUSY_MS : undefined)
    const observation = observations?.at(-1)
    if (!observations || !observation) return false
    const history = observations.slice(0, -1)
    const again = context.oracles.get(suspicion.kind)?.({ observation, history, memory })
    if (again?.cause !== suspicion.cause) return false
    shown = { observations, suspicion: again, advances: [...player.advances()] }
    return true
  }

  if (!(await stillFails(moves)) && !(await stillFails(moves))) return undefined
  if (suspicion.control) {
    const answered = (await replay(player, suspicion.control, signal))?.at(-1)
    if (!answered || !isAnswered(answered)) return undefined
  }
  isConfirmed = true
  const fewest = await shrinkMoves(moves, stillFails)
  if (!(await stillFails(fewest)) || !shown) return undefined
  return confirm(context, shown, number)
}

/** Plays moves with a restarted bot. Returns undefined if a move is not possible, or the bot fails before the last. */
async function replay(
  player: Player,
  moves: readonly Move[],
  signal: AbortSignal,
  busyMs?: number,
): Promise<Observation[] | undefined> {
  await player.begin({ restart: true, generation: 0, signal })
  const observations: Observation[] = []
  for (const move of moves) {
    const observation = await player.play(move, { isPatient: move === moves.at(-1), ...(busyMs && { busyMs }) })
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
