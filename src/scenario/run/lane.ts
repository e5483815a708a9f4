// Plays scenarios one after another on one emulator with one bot, with retries and restarts.

import { botEndedText } from '../../describe/program.ts'
import type { Scenario } from '../scenario.ts'
import { failureAfterLastStep } from './after-last-step.ts'
import type { Ending } from './bot/bot-process.ts'
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
  /** Called with a scenario's result. Called again if it turns out later that the scenario made the bot exit. */
  onFinished(scenario: Scenario, result: ScenarioResult): void
  onNote(note: string): void
}

const KEPT_STATE =
  'The scenario passes with a bot that was just started: the bot keeps state from earlier scenarios. ' +
  'Pass --restart scenario to restart the bot before each scenario.'

export function createLane(fixture: OpenFixture, settings: LaneSettings) {
  const { retries, restart, signal, onPlayed, onFinished, onNote } = settings
  /** The scenario played last. If the bot ends during the next scenario, this earlier scenario may be the cause. */
  let lastPlayed: { scenario: Scenario; result: ScenarioResult } | undefined
  let isRestartDue = false
  let idSet = 0
  let usesNewIds = false

  async function playOnce(scenario: Scenario, overrides: { restart?: boolean; newIds?: boolean } = {}) {
    const outcome = await playScenario(fixture, scenario, settings.play, {
      restart: restart === 'scenario' || isRestartDue || (overrides.restart ?? false),
      idSet: usesNewIds || overrides.newIds ? ++idSet : 0,
      signal,
    })
    onPlayed(outcome)
    if (outcome.note !== undefined) onNote(outcome.note)
    isRestartDue = outcome.isStuck || (outcome.result.status === 'failed' && restart === 'failure')
    return outcome
  }

  /** Reports the scenario played last as failed, because it made the bot exit after its last step. */
  function failLast({ ending, output }: BotEnd, why: string) {
    if (lastPlayed?.result.status !== 'passed' || lastPlayed.scenario.mayStop) return
    const { scenario, result } = lastPlayed
    const failure = failureAfterLastStep(scenario, botEndedText(ending, output), [why])
    onFinished(scenario, { ...result, status: 'failed', flaky: false, failure, output: [...result.output, ...output] })
  }

  /** Plays a failed scenario again with new ids, because the bot may remember people of earlier scenarios. */
  async function playRetryingWithNewIds(scenario: Scenario): Promise<PlayOutcome> {
    const firstTry = await playOnce(scenario)
    const { endedBefore } = firstTry
    if (endedBefore) {
      const output = endedBefore.output.slice(lastPlayed?.result.output.length)
      failLast({ ...endedBefore, output }, `The bot ended before "${scenario.name}" was played.`)
    }
    if (firstTry.playedBefore === 0 || firstTry.result.status === 'passed') return firstTry
    if (firstTry.ending) return replayAfterBotEnded(scenario, firstTry.ending, firstTry)
    if (restart === 'scenario' || firstTry.isStuck || settings.play.onMismatch) return firstTry
    if (usesNewIds) return addStateCause(scenario, firstTry)
    const wasRestartDue = isRestartDue
    isRestartDue = false
    const secondTry = await playOnce(scenario, { newIds: true })
    if (secondTry.result.status === 'failed') {
      isRestartDue ||= wasRestartDue
      return addStateCause(scenario, secondTry)
    }
    usesNewIds = true
    onNote(
      `The bot keeps state between scenarios: "${scenario.name}" passed only with new ids for its people, so the ` +
        'people of all later scenarios got new ids too. To restart the bot before each scenario instead, pass --restart scenario.',
    )
    return { ...secondTry, result: { ...secondTry.result, withNewIds: true } }
  }

  /** Repeats a failed scenario with a restarted bot. If it passes, the failure says that the bot keeps state. */
  async function addStateCause(scenario: Scenario, failed: PlayOutcome): Promise<PlayOutcome> {
    const { failure } = failed.result
    if (!failure || failed.playedBefore === 0 || !isRestartDue || restart === 'never') return failed
    const { result } = await playOnce(scenario)
    if (result.status === 'failed') return failed
    return {
      ...failed,
      result: { ...failed.result, failure: { ...failure, details: [KEPT_STATE, ...failure.details] } },
    }
  }

  /** Replays a scenario during which the bot exited. If the bot now keeps running, the scenario before is the cause. */
  async function replayAfterBotEnded(scenario: Scenario, ending: Ending, firstTry: PlayOutcome): Promise<PlayOutcome> {
    const secondTry = await playOnce(scenario)
    const why = `The bot ended while "${scenario.name}" was played, but not when "${scenario.name}" was played again.`
    if (!secondTry.ending) failLast({ ending, output: firstTry.result.output }, why)
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
      const why = `The bot ended after the last step of "${lastPlayed.scenario.name}".`
      return { message: botEndedText(ending, fixture.botUnderTest.output()), details: [why] }
    },
  }
}
