// Plays each passed scenario again with a fault at each point.

import { stopwatch } from '../../lib/clock.ts'
import { seededRandom } from '../../lib/seeded-random.ts'
import { type OpenFixture, openFixture } from '../scenarios/run/fixture.ts'
import type { Advice, FaultsReport, RunEvent } from '../scenarios/run/result.ts'
import type { Played, RunSettings } from '../scenarios/run/run-scenarios.ts'
import type { FaultKind, Scenario } from '../scenarios/scenario.ts'
import { createFindings } from './findings.ts'
import type { Point } from './points.ts'
import { createTrial, type Trial } from './trial.ts'
import { writeFinding } from './write-finding.ts'

export interface FaultSettings {
  kinds: readonly FaultKind[]
  /** The number of points to try. Undefined for all. */
  sample?: number | undefined
  seed: number
  /** The folder for the scenarios of the findings. */
  out: string
  readScenario(file: string): Scenario
}

interface Lane {
  fixture: OpenFixture
  trials: Trial[]
}

export async function runFaults(
  passed: readonly Played[],
  run: Pick<RunSettings, 'openTargetEmulator' | 'laneEnv' | 'bot' | 'play' | 'parallel' | 'signal'>,
  settings: FaultSettings,
  notify: (event: RunEvent) => void,
): Promise<{ faults: FaultsReport; advice: Advice[] }> {
  const { signal, play } = run
  const { kinds, sample, seed } = settings
  const findings = createFindings(
    kinds,
    passed.map(({ scenario }) => scenario),
  )
  const queue = [...passed]
  const lanes: Lane[] = []

  async function open(number: number): Promise<void> {
    const env = await run.laneEnv(number)
    lanes.push({ fixture: await openFixture(await run.openTargetEmulator(number), { ...run.bot, env }), trials: [] })
  }

  async function plan({ fixture, trials }: Lane) {
    for (let next = queue.shift(); next && !signal?.aborted; next = queue.shift()) {
      const { scenario, result } = next
      const reason = reasonToSkip(scenario)
      if (reason !== undefined) {
        findings.skip(scenario, reason)
        continue
      }
      const { defaultWaitSeconds: patience, timeout } = play
      const trial = await createTrial(fixture, scenario, result, { kinds, patience, timeout, signal })
      if (trial.trouble !== undefined) findings.skip(scenario, trial.trouble)
      trials.push(trial)
    }
  }

  async function tryPoint({ fixture }: Lane, trial: Trial, point: Point) {
    const struck = await trial.try(point, (failure) => findings.isKnown(point.kind, failure))
    const finding = findings.add(trial.scenario, point, struck)
    if (!finding || !struck) return
    const number = findings.countOf(point.kind)
    const written = await writeFinding({
      fixture,
      trial,
      struck,
      finding,
      number,
      command: run.bot.command ?? '',
      ...settings,
      signal,
    })
    Object.assign(finding, written)
  }

  const count = Math.max(1, Math.min(run.parallel, passed.length))
  try {
    await Promise.all(Array.from({ length: count }, (_, i) => open(i + 1)))
    await Promise.all(lanes.map(plan))
    const all = lanes.flatMap(({ trials }) => trials.flatMap(({ points }) => points))
    const chosen = new Set(sampleEvenly(all, sample ?? all.length, seed))
    const elapsed = stopwatch()
    let done = 0
    const report = () => {
      const seconds = done ? Math.ceil(((elapsed() / done) * (chosen.size - done)) / 1000) : undefined
      notify({ type: 'faults', done, count: chosen.size, seconds })
    }
    report()
    await Promise.all(
      lanes.map(async (lane) => {
        for (const trial of lane.trials) {
          for (const point of trial.points.filter((each) => chosen.has(each))) {
            if (signal?.aborted) return
            await tryPoint(lane, trial, point)
            done++
            report()
          }
        }
      }),
    )
  } finally {
    await Promise.all(lanes.map(({ fixture }) => fixture.close()))
  }
  return { faults: findings.report(), advice: findings.advice() }
}

/** Chooses one of each part of the list. All parts are equally long. */
function sampleEvenly<Element>(all: readonly Element[], count: number, seed: number): readonly Element[] {
  if (count >= all.length) return all
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, i) => all[Math.floor(((i + random()) * all.length) / count)] as Element)
}

const FAULT_ACTIONS = ['injectFault', 'clearFaults']

function reasonToSkip({ faults, steps }: Scenario): string | undefined {
  if (faults === false) return 'faults: false'
  return steps.some(({ word }) => FAULT_ACTIONS.includes(word)) ? 'it injects faults itself' : undefined
}
