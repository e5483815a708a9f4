// Plays scenarios one after another on one emulator with one bot, with retries and restarts.

import { botEndedText } from '../../../control/describe/program.ts'
import type { Scenario } from '../scenario.ts'
import type { BotEnd, OpenFixture } from './fixture.ts'
import { type PlayOutcome, type PlaySettings, playScenario } from './play-scenario.ts'
import type { RunTrouble, ScenarioResult } from './result.ts'

/** When a running bot is restarted: before each scenario, after a failed scenario, or never. */
export const RESTARTS = ['scenario', 'failure', 'never'] as const
export type Restart = (typeof RESTARTS)[number]

export interface LaneSettings {
  play: PlaySettings
  retries: number
  restart: Restart
  signal?: AbortSignal
  /** Called after each attempt to play a scenario. */
  onPlayed(outcome: PlayOutcome): void
  /** Called if the bot exits by itself after the last step of a scenario. */
  onTrouble(trouble: RunTrouble): void
  onNote(note: string): void
}

const KEPT_STATE =
  'The scenario passes with a bot that was just started: the bot keeps state from earlier scenarios. ' +
  'Pass --restart scenario to restart the bot before each scenario.'

export function createLane(fixture: OpenFixture, settings: LaneSettings) {
  const { retries, restart, signal, onPlayed, onTrouble, onNote } = settings
  /** The scenario played last. If the bot ends before the next scenario, this earlier scenario is the cause. */
  let lastPlayed: { scenario: Scenario; result: ScenarioResult } | undefined
  let isRestartDue = false
  let idSet = 0
  let usesNewIds = false

  async function playOnce(scenario: Scenario) {
    const outcome = await playScenario(fixture, scenario, settings.play, {
      restart: restart === 'scenario' || isRestartDue,
      idSet: usesNewIds ? ++idSet : 0,
      signal,
    })
    onPlayed(outcome)
    if (outcome.note !== undefined) onNote(outcome.note)
    isRestartDue = outcome.isStuck || (outcome.result.status === 'failed' && restart === 'failure')
    return outcome
  }

  function noteEndAfterLast({ ending, output }: BotEnd) {
    if (lastPlayed?.result.status !== 'passed' || lastPlayed.scenario.mayStop) return
    const details = [`The bot ended after the last step of "${lastPlayed.scenario.name}".`]
    onTrouble({ message: botEndedText(ending, output), details })
  }

  /** Plays a scenario. If it fails after others, plays it again to find out whether the bot keeps state. */
  async function playFirst(scenario: Scenario): Promise<ScenarioResult> {
    const { result, playedBefore, endedBefore, isStuck, ending } = await playOnce(scenario)
    if (endedBefore) noteEndAfterLast(endedBefore)
    const isFirst = playedBefore === 0 || restart === 'scenario'
    if (result.status === 'passed' || isFirst || (isStuck && !ending) || settings.play.onMismatch) return result
    const secondResult = ending || usesNewIds ? result : await playWithNewIds(scenario)
    return secondResult.status === 'passed' ? secondResult : playWithRestartedBot(scenario, secondResult)
  }

  async function playWithNewIds(scenario: Scenario): Promise<ScenarioResult> {
    isRestartDue = false
    usesNewIds = true
    const { result } = await playOnce(scenario)
    usesNewIds = result.status === 'passed'
    if (!usesNewIds) return result
    onNote(
      `The bot keeps state between scenarios: "${scenario.name}" passed only with new ids for its people, so the ` +
        'people of all later scenarios got new ids too. To restart the bot before each scenario instead, pass --restart scenario.',
    )
    return { ...result, withNewIds: true }
  }

  /** If a failed scenario passes with a restarted bot, adds to the failure that the bot keeps state. */
  async function playWithRestartedBot(scenario: Scenario, failed: ScenarioResult): Promise<ScenarioResult> {
    const { failure } = failed
    if (!failure || restart === 'never') return failed
    const { result } = await playOnce(scenario)
    return result.status === 'failed'
      ? failed
      : { ...failed, failure: { ...failure, details: [KEPT_STATE, ...failure.details] } }
  }

  async function playWithRetries(scenario: Scenario): Promise<ScenarioResult> {
    for (let attempts = 1; ; attempts++) {
      const result = attempts === 1 ? await playFirst(scenario) : (await playOnce(scenario)).result
      const isFinal = result.status === 'passed' || attempts > retries
      if (isFinal) return { ...result, attempts, flaky: result.status === 'passed' && attempts > 1 }
      isRestartDue ||= restart !== 'never'
    }
  }

  return {
    async play(scenario: Scenario) {
      const result = await playWithRetries(scenario)
      lastPlayed = { scenario, result }
      return result
    },
    /** Waits for an exit of the bot shortly after the last scenario. */
    async end() {
      const ending = lastPlayed && (await fixture.endingAfterLast())
      if (ending) noteEndAfterLast({ ending, output: fixture.botUnderTest.output() })
    },
  }
}
