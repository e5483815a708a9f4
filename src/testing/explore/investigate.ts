// Confirms a suspicion: replays and shortens it, and checks that its scenario fails three times.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../lib/files.ts'
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
import { type ExploredBot, findingText } from './write-finding.ts'

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

export interface Investigation {
  player: Player
  memory: Memory
  judges: Judges
  world: WorldFile
  seed: number
  out: string
  bot: ExploredBot
  readScenario(file: string): Scenario
  /** Returns a new `idSet`, which gives people and chats ids that the bot has not met yet. */
  nextIdSet(): number
  /** Returns the number of the next finding of a kind, for the name of its file. */
  nextNumber(kind: string): number
  /** Returns true if a finding has the same cause as this failure. */
  isKnown(kind: string, moves: readonly Move[]): boolean
  signal: AbortSignal
}

const REPLAYS = 3
/** The time for which a replay waits for the bot to become idle, once the failure has happened again. */
const SHORT_BUSY_SECONDS = 1.5
/** The minimum time for which the bot must be idle after the last move of a replay. */
const IDLE_AFTER_LAST_MOVE = 0.15
/** The default of `bot-emulator test --patience`: the seconds that an expectation waits before it fails. */
const TEST_WAIT_SECONDS = 5
const REPLAY_SETTINGS = { timeout: 60, defaultWaitSeconds: 2, pictures: false, strict: false }

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
  // Replays with new people, because that is faster than restarting the bot.
  const withNewPeople = () => ({ restart: player.hasFailed(), idSet: context.nextIdSet(), signal })

  async function replay(some: readonly Move[], isFresh: boolean, busySeconds?: number): Promise<Shown | undefined> {
    signal.throwIfAborted()
    await player.begin(isFresh ? restarted : withNewPeople())
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
    if (context.isKnown(suspicion.kind, fewest)) return 'known'
    const final = await replay(fewest, true)
    const confirmed = final && (await confirm(context, final))
    if (confirmed) return confirmed
  }
  return undefined
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
  const { out, seed, readScenario } = context
  const { kind, summary, check, ends } = suspicion
  const file = join(out, `${kind}-${context.nextNumber(kind)}.yaml`)
  const variants = [
    ...(observations.length === 1 ? [] : [{ settles: true, check }]),
    { settles: false, check },
    // For a crash, the scenario also waits 1 s: a bot that confirms updates before it handles them may crash late.
    ...(ends ? [{ settles: false, check: [{ wait: { for: '1s' } }] }] : []),
  ]
  for (const { settles, check } of variants) {
    replaceFile(file, findingText(observations, { ...suspicion, check }, { ...context, file, settles }))
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
async function failEachTime({ player, signal }: Investigation, scenario: Scenario, { kind, ends }: Suspicion) {
  let played: PlayOutcome | undefined
  for (let replayed = 0; replayed < REPLAYS; replayed++) {
    const settings = {
      ...REPLAY_SETTINGS,
      ...(kind === 'crash' && !ends && replayed === 0 && { defaultWaitSeconds: TEST_WAIT_SECONDS }),
    }
    played = await playScenario(player.fixture, scenario, settings, { restart: true, idSet: 0, signal })
    const { result, ending } = played
    const isExpected = ends
      ? ending !== undefined
      : ending === undefined && scenario.steps.at(-1)?.at.line === result.failure?.at.line
    if (result.status !== 'failed' || !isExpected) return undefined
  }
  return played
}
