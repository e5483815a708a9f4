// One bot on one emulator that plays scenario after scenario: when it is started anew, what is played again, and which
// scenario an end of the bot belongs to.

import type { Scenario } from '../scenario.ts'
import { afterLastStep } from './after-last-step.ts'
import type { Ending } from './bot/bot-process.ts'
import { botEnded } from './bot/read-error.ts'
import { type Played, type PlaySettings, playScenario } from './play-scenario.ts'
import type { RunTrouble, ScenarioResult } from './result.ts'
import type { OpenStage } from './stage.ts'

/** When the bot is started anew, beside when it has ended. */
export const RESTARTS = ['scenario', 'failure', 'never'] as const
export type Restart = (typeof RESTARTS)[number]

export interface LaneSettings {
  play: PlaySettings
  retries: number
  restart: Restart
  signal?: AbortSignal
  /** Sees each playing, those that are played again too. */
  onPlayed(played: Played): void
  /** Of a scenario whose end of the bot shows only later it comes again. */
  onFinished(scenario: Scenario, result: ScenarioResult): void
  onNote(note: string): void
}

export function createLane(stage: OpenStage, settings: LaneSettings) {
  const { retries, restart, signal, onPlayed, onFinished, onNote } = settings
  /** Played last: the bot may still end of it. */
  let last: { scenario: Scenario; result: ScenarioResult } | undefined
  let restartNext = false
  let generation = 0
  let remembers = false

  async function playOnce(scenario: Scenario, again: { restart?: boolean; newIds?: boolean } = {}): Promise<Played> {
    const played = await playScenario(stage, scenario, settings.play, {
      restart: restart === 'scenario' || restartNext || (again.restart ?? false),
      generation: remembers || again.newIds ? ++generation : 0,
      signal,
    })
    onPlayed(played)
    restartNext = played.isStuck || (played.result.status === 'failed' && restart === 'failure')
    return played
  }

  /** Once, and again where the bot's past may have spoiled it. */
  async function playFairly(scenario: Scenario): Promise<Played> {
    const first = await playOnce(scenario)
    if (first.playedBefore === 0 || first.result.status === 'passed') return first
    if (first.ended) return afterEnd(scenario, first.ended, first)
    if (remembers || restart === 'scenario' || first.isStuck || settings.play.onMismatch) return first
    const wasDue = restartNext
    restartNext = false
    const second = await playOnce(scenario, { newIds: true })
    if (second.result.status === 'failed') {
      restartNext ||= wasDue
      return first
    }
    remembers = true
    onNote(
      `The bot remembers whom it met in other scenarios: "${scenario.name}" passes only with people of new ids, ` +
        'which every scenario has had from there on. --restart scenario starts the bot anew for each instead.',
    )
    return { ...second, result: { ...second.result, withNewIds: true } }
  }

  /** A bot that a scenario does not end when it is played to a new one was ended by the scenario before. */
  async function afterEnd(scenario: Scenario, ended: Ending, first: Played): Promise<Played> {
    const second = await playOnce(scenario)
    if (!second.ended && last?.result.status === 'passed' && !last.scenario.mayStop) {
      const why = `It ended while "${scenario.name}" was played, which does not end it by itself.`
      const failure = afterLastStep(last.scenario, botEnded(ended, first.result.output), [why])
      const output = [...last.result.output, ...first.result.output]
      onFinished(last.scenario, { ...last.result, status: 'failed', flaky: false, failure, output })
    }
    return second
  }

  async function playOften(scenario: Scenario): Promise<ScenarioResult> {
    for (let attempts = 1; ; attempts++) {
      const { result } = attempts === 1 ? await playFairly(scenario) : await playOnce(scenario)
      const isOver = result.status === 'passed' || attempts > retries
      if (isOver) return { ...result, attempts, flaky: result.status === 'passed' && attempts > 1 }
      restartNext ||= restart !== 'never'
    }
  }

  return {
    async play(scenario: Scenario) {
      const result = await playOften(scenario)
      onFinished(scenario, result)
      last = { scenario, result }
    },
    /** What is wrong after the last step, if anything. */
    async end(): Promise<RunTrouble | undefined> {
      if (!last || last.scenario.mayStop || last.result.status === 'failed') return undefined
      const ended = await stage.endingAfterLast()
      if (!ended) return undefined
      const why = `It ended after the last step of "${last.scenario.name}".`
      return { message: botEnded(ended, stage.tested.output()), details: [why] }
    },
  }
}
