// Plays scenarios in turn on one emulator with one bot, with retries and restarts.

import type { Scenario } from '../scenario.ts'
import { failureAfterLastStep } from './after-last-step.ts'
import type { Ending } from './bot/bot-process.ts'
import { botEndedText } from './bot/read-error.ts'
import type { OpenFixture } from './fixture.ts'
import { type PlayOutcome, type PlaySettings, playScenario } from './play-scenario.ts'
import type { RunTrouble, ScenarioResult } from './result.ts'

/**
 * The values of --restart: the bot is restarted before each scenario, after a failed scenario, or never. A bot that has
 * ended is restarted in any case.
 */
export const RESTARTS = ['scenario', 'failure', 'never'] as const
export type Restart = (typeof RESTARTS)[number]

export interface LaneSettings {
  play: PlaySettings
  retries: number
  restart: Restart
  signal?: AbortSignal
  /** Called each time a scenario has been played, including retries. */
  onPlayed(outcome: PlayOutcome): void
  /**
   * Called with the final result of each scenario. Called again with a failure if the bot ends later because of that
   * scenario.
   */
  onFinished(scenario: Scenario, result: ScenarioResult): void
  onNote(note: string): void
}

export function createLane(fixture: OpenFixture, settings: LaneSettings) {
  const { retries, restart, signal, onPlayed, onFinished, onNote } = settings
  /** The scenario played last. If the bot ends during the next scenario, this one may be the cause. */
  let lastPlayed: { scenario: Scenario; result: ScenarioResult } | undefined
  let isRestartDue = false
  let generation = 0
  let usesNewIds = false

  async function playOnce(
    scenario: Scenario,
    overrides: { restart?: boolean; newIds?: boolean } = {},
  ): Promise<PlayOutcome> {
    const outcome = await playScenario(fixture, scenario, settings.play, {
      restart: restart === 'scenario' || isRestartDue || (overrides.restart ?? false),
      generation: usesNewIds || overrides.newIds ? ++generation : 0,
      signal,
    })
    onPlayed(outcome)
    if (outcome.note !== undefined) onNote(outcome.note)
    isRestartDue = outcome.isStuck || (outcome.result.status === 'failed' && restart === 'failure')
    return outcome
  }

  /**
   * Plays a scenario. If it fails but is not the first one for the bot's process, plays it once more with new ids of
   * people and chats, because the bot may remember people of earlier scenarios.
   */
  async function playRetryingWithNewIds(scenario: Scenario): Promise<PlayOutcome> {
    const firstTry = await playOnce(scenario)
    if (firstTry.playedBefore === 0 || firstTry.result.status === 'passed') return firstTry
    if (firstTry.ending) return replayAfterBotEnded(scenario, firstTry.ending, firstTry)
    if (usesNewIds || restart === 'scenario' || firstTry.isStuck || settings.play.onMismatch) return firstTry
    const wasRestartDue = isRestartDue
    isRestartDue = false
    const secondTry = await playOnce(scenario, { newIds: true })
    if (secondTry.result.status === 'failed') {
      isRestartDue ||= wasRestartDue
      // Report the second attempt, because its failure does not depend on what the bot remembers of earlier scenarios.
      return secondTry
    }
    usesNewIds = true
    onNote(
      `The bot keeps state between scenarios: "${scenario.name}" passes only with new ids of people, so all later ` +
        'scenarios got new ids too. Pass --restart scenario to restart the bot before each scenario instead.',
    )
    return { ...secondTry, result: { ...secondTry.result, withNewIds: true } }
  }

  /**
   * Plays a scenario again after the bot ended during it. If the bot does not end this time, the scenario before this
   * one gets the failure.
   */
  async function replayAfterBotEnded(scenario: Scenario, ending: Ending, firstTry: PlayOutcome): Promise<PlayOutcome> {
    const secondTry = await playOnce(scenario)
    if (!secondTry.ending && lastPlayed?.result.status === 'passed' && !lastPlayed.scenario.mayStop) {
      const why = `It ended while "${scenario.name}" was played. That scenario alone does not end it.`
      const failure = failureAfterLastStep(lastPlayed.scenario, botEndedText(ending, firstTry.result.output), [why])
      const output = [...lastPlayed.result.output, ...firstTry.result.output]
      onFinished(lastPlayed.scenario, { ...lastPlayed.result, status: 'failed', flaky: false, failure, output })
    }
    return secondTry
  }

  async function playWithRetries(scenario: Scenario): Promise<ScenarioResult> {
    for (let attempts = 1; ; attempts++) {
      const { result } = attempts === 1 ? await playRetryingWithNewIds(scenario) : await playOnce(scenario)
      const isFinal = result.status === 'passed' || attempts > retries
      if (isFinal) return { ...result, attempts, flaky: result.status === 'passed' && attempts > 1 }
      isRestartDue ||= restart !== 'never'
    }
  }

  return {
    async play(scenario: Scenario) {
      const result = await playWithRetries(scenario)
      onFinished(scenario, result)
      lastPlayed = { scenario, result }
    },
    /** Returns an error if the bot ends shortly after the last scenario. */
    async end(): Promise<RunTrouble | undefined> {
      if (!lastPlayed || lastPlayed.scenario.mayStop || lastPlayed.result.status === 'failed') return undefined
      const ending = await fixture.endingAfterLast()
      if (!ending) return undefined
      const why = `It ended after the last step of "${lastPlayed.scenario.name}".`
      return { message: botEndedText(ending, fixture.botUnderTest.output()), details: [why] }
    },
  }
}
