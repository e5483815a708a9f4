// Plays one scenario without faults, and then with one fault at a time.

import { isNoticeable } from '../../control/describe/call.ts'
import type { OpenFixture } from '../scenarios/run/fixture.ts'
import { type PeoplePlay, type PeopleSettings, playPeople, quietSecondsOf } from '../scenarios/run/play-people.ts'
import type { ScenarioResult } from '../scenarios/run/result.ts'
import type { FaultKind, Scenario } from '../scenarios/scenario.ts'
import { compareSeen } from '../seen/compare-seen.ts'
import { type Baseline, type Effect, judge, type Verdict } from './judge.ts'
import { type Point, pointsOf } from './points.ts'
import { createStrike, type Strike } from './strike.ts'

export interface TrialSettings {
  kinds: readonly FaultKind[]
  /** The maximum number of seconds in which the bot must become idle after a step. */
  patience: number
  timeout: number
  signal?: AbortSignal | undefined
}

/** A play in which a fault happened. */
export interface Struck extends Verdict {
  point: Point
  play: PeoplePlay
  strike: Strike
}

export type Trial = Awaited<ReturnType<typeof createTrial>>

/** An expectation that took this long is awaited in each play, because the bot answers it by a timer. */
const LATE_MS = 300
/** A bot that reads from a broken connection often waits longer before it asks for updates again. */
const POLL_PATIENCE_SECONDS = 6
const TRIES = 2
/** How often a scenario is played without faults at most, to find out what varies, before a failure counts. */
const MOST_BASELINES = 6
const MOST_IF_MORE = 3

/**
 * A bot that asks for more updates while its call takes this long confirms updates before it has handled them. Some
 * libraries pause for 300 ms between two polls.
 */
const LONG_CALL_MS = 400

/** Plays the scenario without faults, which must have passed once. */
export async function createTrial(
  fixture: OpenFixture,
  scenario: Scenario,
  passed: ScenarioResult,
  { kinds, patience, timeout, signal }: TrialSettings,
) {
  const { botUnderTest } = fixture
  const isFollowing = botUnderTest.clock() !== undefined
  let quiet = isFollowing ? 0 : quietSecondsOf()
  let lastUpdate = 0
  let isRestartDue = true
  let mustRestart = false

  async function playOnce(more: Partial<PeopleSettings> = {}, isFresh = false): Promise<PeoplePlay> {
    const settings: PeopleSettings = {
      patience,
      timeout,
      quiet,
      awaits: (step) => (passed.steps[step]?.duration_ms ?? 0) >= LATE_MS,
      ...more,
    }
    const options = { restart: isRestartDue || mustRestart || isFresh, idSet: 0, keepsBots: true, signal }
    const play = await playPeople(fixture, scenario, settings, options)
    isRestartDue = play.ending !== undefined || play.stuck !== undefined
    const last = play.events.findLast(({ type, bot }) => type === 'update' && bot === play.bot)
    if (last?.type === 'update') lastUpdate = last.update_id
    return play
  }

  const strikeAt = (point: Point) =>
    createStrike(fixture, point, { firstUpdate: lastUpdate + 1, isExact: quiet === 0, signal })

  const first = await playOnce()
  const shown = first.calls.find((call) => call.ok && isNoticeable(call))
  const slow = shown && { operation: shown.method, delay_ms: LONG_CALL_MS }
  const second = await playOnce(slow && strikeAt({ kind: 'slow', what: '', step: 0, fault: slow }))
  if (!isFollowing) quiet = quietSecondsOf(first) || (quietSecondsOf(second) && quietSecondsOf())
  const baselines = [first, second]
  const noiseIn = (plays: readonly PeoplePlay[]) =>
    new Set(plays.flatMap(({ seen }) => compareSeen(first.seen, seen).map(({ place }) => place)))
  let noise = noiseIn(baselines)
  if (noise.size && botUnderTest.process()) {
    const restarted = await playOnce({}, true)
    const noiseIfRestarted = noiseIn([restarted])
    mustRestart = noiseIfRestarted.size < noise.size
    if (mustRestart) baselines.pop()
    baselines.push(restarted)
    noise = noiseIn(baselines)
  }
  const baseline = (): Baseline => ({ play: first, noise })
  // Trials of other scenarios are made before this one continues.
  isRestartDue = true
  const troubled = baselines.find(({ ending, stuck }) => ending || stuck !== undefined)

  async function strikeOnce(point: Point, isFresh: boolean): Promise<Struck> {
    const injected = strikeAt(point)
    const isPoll = point.kind === '409'
    try {
      const { begin, settle, strike } = injected
      const play = await playOnce({ begin, settle, ...(isPoll && { patience: POLL_PATIENCE_SECONDS }) }, isFresh)
      const verdict = judge(point, baseline(), play, strike)
      if (verdict.failure) isRestartDue = true
      return { point, play, strike, ...verdict }
    } finally {
      injected.end()
    }
  }

  /** Compares again with what else varies, and tries again, because a bot may say something else each time. */
  async function confirm(tried: Struck): Promise<Struck> {
    const isMore = tried.failure?.difference?.kind === 'more'
    while (tried.failure?.difference && baselines.length < (isMore ? MOST_IF_MORE : MOST_BASELINES))
      baselines.push(await playOnce({}, true))
    noise = noiseIn(baselines)
    const { point, play, strike } = tried
    if (!judge(point, baseline(), play, strike).failure) return { point, play, strike }
    const again = await strikeOnce(point, true)
    return again.failure ? again : { point, play, strike }
  }

  return {
    scenario,
    baseline,
    points: troubled ? [] : pointsOf(first, kinds),
    /** Why the scenario cannot be tried. */
    trouble: troubled && (troubled.stuck ?? 'the bot ended without a fault'),
    /** Tries a failure again, unless it is known from another point. Returns undefined if the fault did not happen. */
    async try(point: Point, isKnown: (failure: Effect) => boolean): Promise<Struck | undefined> {
      for (let tries = 1; tries <= TRIES; tries++) {
        const tried = await strikeOnce(point, tries > 1)
        if (tried.strike.step === undefined) continue
        return tried.failure && !isKnown(tried.failure) ? confirm(tried) : tried
      }
      return undefined
    },
  }
}
