// Confirms a suspicion: replays and shortens it, and checks that its scenario fails three times.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../lib/files.ts'
import { type PlayOutcome, playScenario } from '../scenarios/run/play-scenario.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { type Judges, judge } from './judges/kinds.ts'
import type { Suspicion } from './judges/suspicion.ts'
import type { Memory } from './memory.ts'
import { type Move, timerMove, withoutArgument } from './moves.ts'
import { isAnswered, type Observation } from './observation.ts'
import type { Player } from './player.ts'
import { shrinkMoves } from './shrink.ts'
import { type FindingFrame, findingText } from './write-finding.ts'

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
  /** The moves of the scenario. */
  moves: readonly Move[]
  played: PlayOutcome
}

interface Investigation extends Omit<FindingFrame, 'file'> {
  player: Player
  memory: Memory
  judges: Judges
  found: readonly Confirmed[]
  out: string
  readScenario(file: string): Scenario
  signal: AbortSignal
}

/** The time for which a replay waits for the bot to become idle, once the failure has happened again. */
const SHORT_BUSY_SECONDS = 1.5
/** The minimum time for which the bot must be idle after the last move of a replay. */
const IDLE_AFTER_LAST_MOVE = 0.15
/** The seconds that an expectation waits before it fails, in each of three plays: first as long as in `test`. */
const PATIENCES = [5, 2, 2]
const REPLAY_SETTINGS = { timeout: 60, pictures: false, strict: false }

/** A replay that showed the failure again. */
interface Shown {
  moves: readonly Move[]
  observations: readonly Observation[]
  suspicion: Suspicion
}

/**
 * Confirms the failure, removes all moves that it does not need, and writes the rest as a scenario. Returns undefined
 * if the failure does not happen again, or if the scenario does not fail each time. Returns "known" if it turns out to
 * have the cause of an earlier finding.
 */
export async function investigate(
  context: Investigation,
  suspicion: Suspicion,
  moves: readonly Move[],
): Promise<Confirmed | 'known' | undefined> {
  const { player, memory, judges, signal } = context
  const restarted = { restart: true, idSet: 0, signal }

  async function replay(some: readonly Move[], isFresh: boolean, busySeconds?: number): Promise<Shown | undefined> {
    signal.throwIfAborted()
    // New people are faster than a restart of the bot.
    await player.begin(isFresh ? restarted : { restart: player.hasFailed(), signal })
    const observations = await player.playAll(some, IDLE_AFTER_LAST_MOVE, busySeconds)
    const observation = observations?.at(-1)
    if (!observations || !observation) return undefined
    const again = judge({ observation, history: observations.slice(0, -1), memory }, judges)
    return again?.cause === suspicion.cause ? { moves: some, observations, suspicion: again } : undefined
  }

  if (suspicion.mustAnswer) {
    await player.begin(restarted)
    const answered = (await player.playAll(suspicion.mustAnswer, 0))?.at(-1)
    if (!answered || !isAnswered(answered)) return undefined
  }
  // A bot that remembers people may fail only because of earlier replays, so the second round restarts it each time.
  for (const isFresh of [false, true]) {
    let hasFailed = false
    const stillFails = async (some: readonly Move[]) => {
      const shown = await replay(some, isFresh, hasFailed ? SHORT_BUSY_SECONDS : undefined)
      hasFailed ||= shown !== undefined
      return shown !== undefined
    }
    const fewest = await shrinkMoves(moves, stillFails, timerMove(context.bot.clock !== undefined))
    if (!fewest) continue
    if (suspicion.isByTimer && hasRepeatedMoves(fewest)) return undefined
    if (suspicion.kind === 'silence' && context.found.some((earlier) => isSilencedAlike(earlier, fewest)))
      return 'known'
    const final = await replay(fewest, true)
    const confirmed = final && (await confirm(context, final))
    if (confirmed) return confirmed
  }
  return undefined
}

/** A bot that ignores one command after some moves often ignores all, so the moves before are the cause. */
function isSilencedAlike({ finding, moves: one }: Confirmed, other: readonly Move[]): boolean {
  const needsNoOffer = [one, other].every((moves) => /^(?:command|text|file) /.test(moves.at(-1)?.label ?? ''))
  const before = (moves: readonly Move[]) => JSON.stringify(moves.slice(0, -1).map(({ label }) => label))
  return finding.kind === 'silence' && needsNoOffer && one.length > 1 && before(one) === before(other)
}

/** Returns true if people used the same command twice, for example because they have set two timers. */
function hasRepeatedMoves(moves: readonly Move[]): boolean {
  const labels = moves.map(({ label }) => withoutArgument(label))
  return new Set(labels).size < labels.length
}

async function confirm(
  context: Investigation,
  { moves, observations, suspicion }: Shown,
): Promise<Confirmed | undefined> {
  const { out, seed, found, readScenario } = context
  const { kind, summary, ends } = suspicion
  const file = join(out, `${kind}-${1 + found.filter(({ finding }) => finding.kind === kind).length}.yaml`)
  // A bot that confirms updates before it handles them may end late.
  for (const check of ends ? [[], [{ wait: { for: '1s' } }]] : [suspicion.check]) {
    replaceFile(file, findingText(observations, { ...suspicion, check }, { ...context, file }))
    const played = await failEachTime(context, readScenario(file), suspicion).catch((error) => {
      rmSync(file)
      throw error
    })
    if (played) return { finding: { kind, summary, file, steps: observations.length, seed }, moves, played }
  }
  rmSync(file)
  return undefined
}

/**
 * Plays the scenario three times with the settings of `bot-emulator test`. Returns the last outcome if the last step
 * fails each time or, for a crash, if the bot ends each time.
 */
async function failEachTime({ player, signal }: Investigation, scenario: Scenario, { ends }: Suspicion) {
  let played: PlayOutcome | undefined
  for (const defaultWaitSeconds of PATIENCES) {
    const settings = { ...REPLAY_SETTINGS, defaultWaitSeconds }
    played = await playScenario(player.fixture, scenario, settings, { restart: true, idSet: 0, signal })
    const { result, ending } = played
    const isExpected = ends
      ? ending !== undefined
      : ending === undefined && scenario.steps.at(-1)?.at.line === result.failure?.at.line
    if (result.status !== 'failed' || !isExpected) return undefined
  }
  return played
}
