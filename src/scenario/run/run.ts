// Plays scenarios, several at once if asked to, and tells of each as it ends.

import { createClock, stopwatch } from '../../lib/clock.ts'
import { createAdvisory } from '../advice/advice.ts'
import { createTally, type Known } from '../coverage.ts'
import type { Scenario } from '../scenario.ts'
import { type BotSettings, type OpenStage, openStage } from './open-stage.ts'
import { type PlaySettings, playScenario } from './play-scenario.ts'
import type { RunEvent, RunResult, ScenarioResult } from './result.ts'
import type { Venue } from './venue.ts'

export interface RunSettings {
  openVenue(): Promise<Venue>
  bot: BotSettings
  play: PlaySettings
  parallel: number
  bail: boolean
  retries: number
  /** Off: nothing is probed, nothing told. */
  advice: boolean
  known: Known
  signal?: AbortSignal
}

const clock = createClock()

export async function run(
  scenarios: readonly Scenario[],
  settings: RunSettings,
  notify: (event: RunEvent) => void = () => {},
): Promise<RunResult> {
  const started = clock.ms()
  const elapsed = stopwatch()
  const only = scenarios.some((scenario) => scenario.only)
  const results = new Map<Scenario, ScenarioResult>()
  const tally = createTally(settings.known)
  const advisory = createAdvisory()
  let bailed = false
  notify({ type: 'begin', count: scenarios.length })

  function finish(scenario: Scenario, result: ScenarioResult) {
    results.set(scenario, result)
    notify({ type: 'result', result })
    if (result.status === 'failed' && settings.bail) bailed = true
  }

  const waiting: Scenario[] = []
  for (const scenario of scenarios) {
    const why = scenario.skip ?? (only && !scenario.only ? 'another is marked only' : undefined)
    if (why === undefined) waiting.push(scenario)
    else finish(scenario, skipped(scenario, why))
  }

  async function playAll() {
    if (!waiting.length) return
    const stage = await openStage(await settings.openVenue(), settings.bot)
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (bailed || settings.signal?.aborted) break
        notify({ type: 'scenario', name: next.name, at: next.at })
        finish(next, await playOften(stage, next))
      }
      if (settings.advice) {
        const message = await stage.probe()
        if (message) advisory.note('open-webhook', message)
      }
    } finally {
      await stage.close()
    }
  }

  async function playOften(stage: OpenStage, scenario: Scenario): Promise<ScenarioResult> {
    for (let attempts = 1; ; attempts++) {
      const { result, events } = await playScenario(stage, scenario, settings.play)
      tally.add(events)
      if (settings.advice) advisory.add({ result, events })
      if (result.status === 'passed' || attempts > settings.retries) return { ...result, attempts }
    }
  }

  const lanes = Math.max(1, Math.min(settings.parallel, waiting.length))
  const ends = await Promise.allSettled(Array.from({ length: lanes }, playAll))
  const broken = ends.find((end) => end.status === 'rejected')
  if (broken) throw broken.reason

  const done = scenarios.flatMap((scenario) => results.get(scenario) ?? [])
  const result: RunResult = {
    scenarios: done,
    started,
    duration_ms: elapsed(),
    advice: advisory.advice(),
    coverage: tally.coverage(),
    bailed,
  }
  notify({ type: 'end', result })
  return result
}

function skipped({ name, at, tags }: Scenario, why: string): ScenarioResult {
  const nothing = {
    steps: [],
    scene: [],
    calls: [],
    commands: [],
    output: [],
    attempts: 0,
    set_ms: 0,
    duration_ms: 0,
    started: clock.ms(),
  }
  return { name, at, tags, status: 'skipped', skipped: why, ...nothing }
}
