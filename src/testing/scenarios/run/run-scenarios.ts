// Plays scenarios, on several emulators in parallel if configured, and notifies reporters of each result.

import { createClock, stopwatch } from '../../../lib/clock.ts'
import { errorText } from '../../../lib/problem.ts'
import type { BotSettings } from '../../programs/bot-under-test.ts'
import { createAdvisory } from '../advice.ts'
import { createTally } from '../coverage.ts'
import type { Scenario } from '../scenario.ts'
import { openFixture, type TargetEmulator } from './fixture.ts'
import { createLane, type LaneSettings } from './lane.ts'
import type { RunEvent, RunOrigin, RunResult, RunTrouble, ScenarioResult } from './result.ts'

export interface RunSettings extends Omit<LaneSettings, 'onPlayed' | 'onTrouble' | 'onNote'> {
  /** Opens an emulator on which scenarios are played. `lane` is its number, from 1. */
  openTargetEmulator(lane: number): Promise<TargetEmulator>
  bot: BotSettings
  laneEnv(lane: number): Promise<Readonly<Record<string, string>>>
  parallel: number
  bail: boolean
  /** True if the run gives advice. To check the bot's webhook, it then also sends a wrong secret token. */
  advice: boolean
  /** Called at the first failure, while its world and the bot are still there. The run stops afterwards. */
  hold?: ((emulator: Pick<TargetEmulator, 'client' | 'url'>, failed: Played) => Promise<void>) | undefined
  /** Tries more with the scenarios that passed. */
  goOn?: ((passed: readonly Played[]) => Promise<Pick<RunResult, 'faults' | 'advice'>>) | undefined
  /** The command and commit of the run. A promise, because reading the commit takes time. */
  origin: Promise<RunOrigin>
}

export interface Played {
  scenario: Scenario
  result: ScenarioResult
}

const clock = createClock()

export async function runScenarios(
  scenarios: readonly Scenario[],
  settings: RunSettings,
  notify: (event: RunEvent) => void,
): Promise<RunResult> {
  const started = clock.ms()
  const elapsed = stopwatch()
  const { signal } = settings
  const results = new Map<Scenario, ScenarioResult>()
  const tally = createTally()
  const advisory = createAdvisory()
  const notes = new Set<string>()
  let hasBailed = false
  let hasLaneFailed = false
  let failure: RunTrouble | undefined
  notify({ type: 'begin', count: scenarios.length })

  function finish(scenario: Scenario, result: ScenarioResult) {
    results.set(scenario, result)
    notify({ type: 'result', result })
    if (result.status === 'failed' && settings.bail) hasBailed = true
  }

  const queue: Scenario[] = []
  for (const scenario of scenarios) {
    if (scenario.skip === undefined) queue.push(scenario)
    else finish(scenario, unplayedResult(scenario, 'skipped', scenario.skip))
  }

  async function playAll(number: number) {
    if (!queue.length) return
    const env = await settings.laneEnv(number)
    const fixture = await openFixture(await settings.openTargetEmulator(number), { ...settings.bot, env })
    const lane = createLane(fixture, {
      ...settings,
      onPlayed({ result, events, startEvents }) {
        tally.add([...startEvents, ...events])
        if (settings.advice) advisory.add({ result, events })
      },
      onTrouble(trouble) {
        failure ??= trouble
      },
      onNote: (note) => void notes.add(note),
    })
    try {
      while (!hasBailed && !hasLaneFailed && !signal?.aborted) {
        const next = queue.shift()
        if (!next) break
        notify({ type: 'scenario', name: next.name, at: next.at })
        const result = await lane.play(next)
        finish(next, result)
        if (!settings.hold || result.status !== 'failed' || hasBailed) continue
        hasBailed = true
        await settings.hold(fixture, { scenario: next, result })
      }
      await lane.end()
      if (settings.advice && !signal?.aborted) {
        const message = await fixture.probe()
        if (message) advisory.note('open-webhook', message)
      }
    } catch (error) {
      hasLaneFailed = true
      throw error
    } finally {
      await fixture.close()
    }
  }

  const lanes = Math.max(1, Math.min(settings.parallel, queue.length))
  const ends = await Promise.allSettled(Array.from({ length: lanes }, (_, i) => playAll(i + 1)))
  const passed = scenarios.flatMap((scenario) => {
    const result = results.get(scenario)
    return result?.status === 'passed' ? { scenario, result } : []
  })
  const isComplete = !hasBailed && !signal?.aborted && ends.every(({ status }) => status === 'fulfilled')
  const [further] = isComplete && settings.goOn ? await Promise.allSettled([settings.goOn(passed)]) : []
  const more = further?.status === 'fulfilled' ? further.value : undefined
  const rejected = [...ends, ...(further ? [further] : [])].find((end) => end.status === 'rejected')
  const reason = rejected?.reason ?? (signal?.aborted ? signal.reason : undefined)
  const stopped = reason === undefined ? undefined : troubleOf(reason)
  const why = stopped?.message ?? 'The run stopped at the first failure.'
  for (const scenario of scenarios)
    if (!results.has(scenario)) results.set(scenario, unplayedResult(scenario, 'unplayed', why))

  const result: RunResult = {
    origin: await settings.origin,
    scenarios: scenarios.flatMap((scenario) => results.get(scenario) ?? []),
    started,
    duration_ms: elapsed(),
    advice: [...advisory.advice(), ...(more?.advice ?? [])],
    coverage: tally.coverage(),
    ...(more?.faults && { faults: more.faults }),
    bailed: hasBailed,
    stopped,
    failure,
    notes: [...notes],
  }
  const isThrown = reason !== undefined && !signal?.aborted
  notify({ type: 'end', result, isThrown })
  if (isThrown) throw reason
  return result
}

function troubleOf(reason: unknown): RunTrouble {
  const [message = '', ...details] = errorText(reason).split('\n')
  return { message, details }
}

const unplayedResult = (
  { name, at, tags }: Scenario,
  status: 'skipped' | 'unplayed',
  skipped: string,
): ScenarioResult => ({
  name,
  at,
  tags,
  status,
  skipped,
  steps: [],
  scene: [],
  calls: [],
  call_events: [],
  commands: [],
  output: [],
  attempts: 0,
  flaky: false,
  set_ms: 0,
  duration_ms: 0,
  started: clock.ms(),
})
