// Confirms a suspicion: replays and shortens it, and checks that its scenario fails three times.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../lib/files.ts'
import { type PlayOutcome, playScenario } from '../scenarios/run/play-scenario.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import { isAnswered, type Memory } from './memory.ts'
import type { Move } from './moves.ts'
import type { Observation } from './observation.ts'
import type { Oracle, Suspicion } from './oracles/oracle.ts'
import type { Player } from './player.ts'
import { waitMove } from './rarer-moves.ts'
import { shortestMoves, shrinkMoves } from './shrink.ts'
import { findingText } from './write-finding.ts'

export interface Finding {
  kind: string
  summary: string
  file: string
  /** The number of actions in the scenario. */
  steps: number
  seed: number
}

/** A confirmed failure, and the outcome of the last time that its scenario was played. */
export interface Confirmed {
  finding: Finding
  played: PlayOutcome
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
  /** Returns a new `idSet`, which gives people and chats ids that the bot has not met yet. */
  nextIdSet(): number
  /** Returns the number of the next finding of a kind, for the name of its file. */
  nextNumber(kind: string): number
  followsClock: boolean
  reset: string | undefined
  signal: AbortSignal
}

const REPLAYS = 3
/** The time for which a replay waits for the bot to become idle, while a failure is shrunk. */
const SHORT_BUSY_SECONDS = 1.5
/** The minimum time for which the bot must be idle after the last move of a replay. */
const IDLE_AFTER_LAST_MOVE = 0.15
/** The default of `bot-emulator test --patience`: the seconds that an expectation waits before it fails. */
const TEST_WAIT_SECONDS = 5
const REPLAY_SETTINGS = { timeout: 60, defaultWaitSeconds: 2, pictures: false, strict: false }

/**
 * Confirms the failure, removes all moves that it does not need, and writes the rest as a scenario. Returns undefined
 * if the failure does not happen again, or if the scenario does not fail each time.
 */
export async function investigate(
  context: Investigation,
  suspicion: Suspicion,
  moves: readonly Move[],
): Promise<Confirmed | undefined> {
  const { player, memory, signal } = context
  let shown: { observations: Observation[]; suspicion: Suspicion; advances: number[] } | undefined

  async function stillFails(some: readonly Move[], { begin, busySeconds }: ReplayOptions): Promise<boolean> {
    signal.throwIfAborted()
    await player.begin({ ...begin, signal })
    const observations = await replay(player, some, busySeconds)
    const observation = observations?.at(-1)
    if (!observations || !observation || observation.hasCalledDeletedChat) return false
    const history = observations.slice(0, -1)
    const again = kindsOf(suspicion)
      .map((kind) => context.oracles.get(kind)?.({ observation, history, memory }))
      .find((each) => each?.cause === suspicion.cause)
    if (!again) return false
    shown = { observations, suspicion: again, advances: [...player.advances()] }
    return true
  }

  const restarted = { begin: RESTARTED }
  // Replays with new people, because that is faster than restarting the bot.
  const withNewPeople = () => ({ restart: player.hasFailed(), idSet: context.nextIdSet() })

  /** Replays a few of the moves, then all moves. Returns the replayed moves that showed the failure again. */
  async function repeat(): Promise<readonly Move[] | undefined> {
    for (const few of shortestMoves(moves)) {
      if (few.length < moves.length && (await stillFails(few, { begin: withNewPeople() }))) return few
    }
    if (await stillFails(moves, restarted)) return moves
    // The failure may need a timer of the bot, so the replay is repeated with a wait at the end.
    const withWait = [...moves, waitMove(context.followsClock)]
    return (await stillFails(withWait, restarted)) ? withWait : undefined
  }

  const repeated = await repeat()
  if (!repeated) return undefined
  if (suspicion.mustAnswer) {
    await player.begin({ ...RESTARTED, signal })
    const answered = (await replay(player, suspicion.mustAnswer))?.at(-1)
    if (!answered || !isAnswered(answered)) return undefined
  }
  // The first round replays with new people, which is faster than restarting the bot. A bot that remembers people may
  // fail only because of earlier replays, so the second round restarts it before each replay.
  for (const [beginOf, from] of [
    [withNewPeople, repeated],
    [() => RESTARTED, repeated.length > moves.length ? repeated : moves],
  ] as const) {
    const fewest = await shrinkMoves(from, (some) =>
      stillFails(some, { begin: beginOf(), busySeconds: SHORT_BUSY_SECONDS }),
    )
    if (suspicion.isByTimer && hasRepeatedMoves(fewest)) return undefined
    const confirmed = (await stillFails(fewest, restarted)) && shown && (await confirm(context, shown))
    if (confirmed) return confirmed
  }
  return undefined
}

/** Returns true if people used the same command twice, for example because they have set two timers. */
function hasRepeatedMoves(moves: readonly Move[]): boolean {
  const labels = moves.map(({ label }) => label.replace(/ with .*/, ''))
  return new Set(labels).size < labels.length
}

/** Returns the kinds under which a failure may appear: in each replay, the same error may end the bot or not. */
const kindsOf = ({ kind }: Suspicion): string[] => (kind === 'error' || kind === 'crash' ? ['crash', 'error'] : [kind])

const RESTARTED = { restart: true, idSet: 0 }

interface ReplayOptions {
  begin: { restart: boolean; idSet: number }
  busySeconds?: number
}

/** Plays moves. Returns undefined if a move is not possible, or if the bot fails before the last move. */
async function replay(
  player: Player,
  moves: readonly Move[],
  busySeconds?: number,
): Promise<Observation[] | undefined> {
  const observations: Observation[] = []
  for (const move of moves) {
    const observation = await player.play(move, {
      idleSeconds: move === moves.at(-1) ? IDLE_AFTER_LAST_MOVE : 0,
      ...(busySeconds && { busySeconds }),
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
): Promise<Confirmed | undefined> {
  const { out, seed, world, command, readScenario, followsClock, reset } = context
  const { kind, summary, check, ends } = suspicion
  const file = join(out, `${kind}-${context.nextNumber(kind)}.yaml`)
  const variants = [
    ...(observations.length === 1 ? [] : [{ settles: true, check }]),
    { settles: false, check },
    // For a crash, the scenario also waits 1 s: a bot that confirms updates before it handles them may crash late.
    ...(ends ? [{ settles: false, check: [{ wait: { for: '1s' } }] }] : []),
  ]
  for (const { settles, check } of variants) {
    const frame = { world, seed, command, file, settles, advances, followsClock, reset }
    replaceFile(file, findingText(observations, { ...suspicion, check }, frame))
    const played = await failEachTime(context, readScenario(file), suspicion).catch((error) => {
      rmSync(file)
      throw error
    })
    if (played) return { finding: { kind, summary, file, steps: observations.length, seed }, played }
  }
  rmSync(file)
  return undefined
}

/**
 * Plays the scenario three times with the settings of `bot-emulator test`. Returns the last outcome if the last step
 * fails each time or, for a crash, if the bot ends each time.
 */
async function failEachTime({ player, signal }: Investigation, scenario: Scenario, { kind, ends }: Suspicion) {
  let played: PlayOutcome | undefined
  for (let replayed = 0; replayed < REPLAYS; replayed++) {
    const options = { ...RESTARTED, signal }
    const defaultWaitSeconds =
      kind === 'crash' && !ends && replayed === 0 ? TEST_WAIT_SECONDS : REPLAY_SETTINGS.defaultWaitSeconds
    played = await playScenario(player.fixture, scenario, { ...REPLAY_SETTINGS, defaultWaitSeconds }, options)
    const { result, ending } = played
    const isExpected = ends
      ? ending !== undefined
      : ending === undefined && isAtTheEnd(scenario, result.failure?.at.line)
    if (result.status !== 'failed' || !isExpected) return undefined
  }
  return played
}

const isAtTheEnd = ({ steps }: Scenario, line: number | undefined) => steps.at(-1)?.at.line === line
