// Confirms a suspicion: replays and shortens it, and checks that its scenario fails three times.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { replaceFile } from '../../lib/files.ts'
import type { BotSettings } from '../programs/bot-under-test.ts'
import type { TargetEmulator } from '../scenarios/run/fixture.ts'
import { type PlayOutcome, playScenario } from '../scenarios/run/play-scenario.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { WorldFile } from '../worlds/world-file.ts'
import { type Judges, judge } from './judges/kinds.ts'
import type { Suspicion } from './judges/suspicion.ts'
import type { Memory } from './memory.ts'
import { type Move, timerMove, withoutArgument } from './moves.ts'
import { isAnswered, type Observation } from './observation.ts'
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

/** A confirmed failure, and the outcome of the last time that its scenario was played. */
export interface Confirmed {
  finding: Finding
  labels: readonly string[]
  played: PlayOutcome
}

export interface ExploreSettings {
  emulator: TargetEmulator
  bot: BotSettings & { command: string }
  world: WorldFile
  seconds: number
  seed: number
  /** By the kind of failure that each reports. */
  judges: Judges
  /** The folder into which the scenarios of the findings are written. */
  out: string
  readScenario(file: string): Scenario
  onConversation?(observations: readonly Observation[]): void
  signal: AbortSignal
}

export interface Exploration extends ExploreSettings {
  player: Player
  memory: Memory
  found: readonly Confirmed[]
}

/** The time for which a replay waits for the bot to become idle, once the failure has happened again. */
const SHORT_BUSY_SECONDS = 1.5
/** The minimum time for which the bot must be idle after the last move of a replay. */
const IDLE_AFTER_LAST_MOVE = 0.15
/** A late answer to /start must not pass for one to the next command. */
const CONTROL_IDLE_SECONDS = 1
/** The seconds that an expectation waits before it fails, in each of three plays: first as long as in `test`. */
const PATIENCES = [5, 2, 2]
const REPLAY_SETTINGS = { timeout: 60, pictures: false, strict: false }

/** A replay that showed the failure again. */
interface Shown {
  observations: readonly Observation[]
  suspicion: Suspicion
}

/**
 * Confirms the failure, removes all moves that it does not need, and writes the rest as a scenario. Returns undefined
 * if the failure does not happen again, or if the scenario does not fail each time. Returns "known" if it turns out to
 * have the cause of an earlier finding.
 */
export async function investigate(
  context: Exploration,
  suspicion: Suspicion,
  moves: readonly Move[],
): Promise<Confirmed | 'known' | undefined> {
  const { player, memory, judges, signal } = context
  const restarted = { mustRestart: true, idSet: 0, signal }

  async function replay(some: readonly Move[], isFresh: boolean, busySeconds?: number): Promise<Shown | undefined> {
    signal.throwIfAborted()
    // New people are faster than a restart of the bot.
    await player.begin(isFresh ? restarted : { mustRestart: false, signal })
    const observations = await player.playAll(some, IDLE_AFTER_LAST_MOVE, busySeconds)
    const observation = observations?.at(-1)
    if (!observations || !observation) return undefined
    for (const each of observations) memory.learnWords(each, some)
    const again = judge({ observation, history: observations.slice(0, -1), memory }, judges)
    return again?.cause === suspicion.cause && !again.earlier ? { observations, suspicion: again } : undefined
  }

  if (suspicion.mustAnswer) {
    await player.begin(restarted)
    let last: Observation | undefined
    for (const move of suspicion.mustAnswer) last = await player.play(move, CONTROL_IDLE_SECONDS)
    if (!last || !isAnswered(last)) return undefined
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
    const labels = fewest.map(({ label }) => label)
    // People who use the same command twice may have set two timers.
    if (suspicion.isByTimer && new Set(labels.map(withoutArgument)).size < labels.length) return undefined
    if (suspicion.kind === 'silence' && context.found.some((earlier) => isSilencedAlike(earlier, labels)))
      return 'known'
    const final = await replay(fewest, true)
    const confirmed = final && (await confirm(context, final))
    if (confirmed) return confirmed
  }
  return undefined
}

/** A bot that ignores one command after some moves often ignores all, so the moves before are the cause. */
function isSilencedAlike({ finding, labels }: Confirmed, others: readonly string[]): boolean {
  const needsNoOffer = [labels, others].every((each) => /^(?:command|text|file) /.test(each.at(-1) ?? ''))
  const isAlike = isDeepStrictEqual(labels.slice(0, -1), others.slice(0, -1))
  return finding.kind === 'silence' && needsNoOffer && labels.length > 1 && isAlike
}

async function confirm(context: Exploration, { observations, suspicion }: Shown): Promise<Confirmed | undefined> {
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
    const finding = { kind, summary, file, steps: observations.length, seed }
    if (played) return { finding, labels: observations.map(({ move }) => move.label), played }
  }
  rmSync(file)
  return undefined
}

/**
 * Plays the scenario three times with the settings of `bot-emulator test`. Returns the last outcome if the last step
 * fails each time or, for a crash, if the bot ends each time.
 */
async function failEachTime({ player, signal }: Exploration, scenario: Scenario, { ends }: Suspicion) {
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
