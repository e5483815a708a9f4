// Plays one scenario from a fresh world to its end, and tells how it went.

import type { EventView } from '../../contract/events.ts'
import type { CallView, FaultView } from '../../contract/traffic.ts'
import { createClock, stopwatch } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import type { Params, Scenario, Step } from '../scenario.ts'
import { written } from '../variables.ts'
import { FailedStep } from './failed-step.ts'
import { callLines, isNoticed } from './noticed.ts'
import { endingText, type OpenStage } from './open-stage.ts'
import { picturesOf } from './pictures.ts'
import type { Correctable, Mismatch, Play } from './play.ts'
import type { Failure, ScenarioResult, StepResult } from './result.ts'
import { sceneOf } from './scene.ts'
import { playStep } from './steps/play-step.ts'
import { stepText } from './steps/step-text.ts'

export interface PlaySettings {
  /** The longest a scenario may take, in seconds. */
  timeout: number
  /** How long an expectation waits unless it says so, in seconds. */
  patience: number
  /** Keeps the pictures that were shown. */
  pictures: boolean
  /** A call that nobody expected fails. */
  strict: boolean
  onMismatch?: (step: Step, mismatch: Correctable) => void
}

export interface Played {
  result: ScenarioResult
  events: EventView[]
}

const clock = createClock()

export async function playScenario(stage: OpenStage, scenario: Scenario, settings: PlaySettings): Promise<Played> {
  const started = clock.ms()
  const { client } = stage
  const setting = stopwatch()
  const { bot, created, process } = await stage.set(scenario)
  const set_ms = setting()
  const elapsed = stopwatch()
  const { call: since, event: firstEvent } = await client.view('/cursor')
  const linesBefore = process?.lines() ?? 0
  const play: Play = {
    client,
    bot,
    variables: { ...created, ...scenario.row },
    since,
    turn: since,
    taken: new Set(),
    patience: settings.patience,
    newestCall: async () => (await client.view('/cursor')).call,
    callsSince: (after) => client.view('/calls', { bot, after }),
  }
  const stop = new AbortController()
  const seconds = scenario.timeout ?? settings.timeout
  const late = setTimeout(
    () => stop.abort(new FailedStep(`The scenario took longer than ${seconds} s.`)),
    seconds * 1000,
  )
  let over = false
  void process?.ended.then((how) => {
    if (!over) stop.abort(new FailedStep(`The bot ended ${endingText(how)}.`))
  })

  const steps: StepResult[] = []
  let failure: Failure | undefined
  for (const step of scenario.steps) {
    const text = stepText(step)
    if (failure) {
      steps.push({ text, at: step.at, status: 'unreached', duration_ms: 0, event: 0 })
      continue
    }
    const { event } = await client.view('/cursor')
    const took = stopwatch()
    if (settings.onMismatch) play.update = (mismatch) => settings.onMismatch!(step, correctable(play, step, mismatch))
    try {
      stop.signal.throwIfAborted()
      await playStep(play, step, stop.signal)
    } catch (error) {
      failure = failureOf(error, step)
    }
    steps.push({ text, at: step.at, status: failure ? 'failed' : 'passed', duration_ms: took(), event })
  }
  over = true
  clearTimeout(late)
  const duration_ms = elapsed()
  const unrest = await stage.settle(bot)
  if (failure && unrest && !failure.message.startsWith('The bot ended')) failure.details.push(unrest)
  const calls = await play.callsSince(since)
  failure ??= unfiredFaults(await client.view('/faults'), scenario)
  if (!failure && settings.strict) failure = unexpectedIn(calls, play, scenario)
  const events = await stage.followed.since(firstEvent)
  const scene = sceneOf(events)
  const result: ScenarioResult = {
    name: scenario.name,
    at: scenario.at,
    tags: scenario.tags,
    status: failure ? 'failed' : 'passed',
    started,
    set_ms,
    duration_ms,
    attempts: 1,
    steps,
    ...(failure && { failure }),
    scene,
    ...(settings.pictures && { pictures: await picturesOf(client, scene) }),
    calls,
    commands: (await client.view('/bots/:bot/profile', { bot })).commands.map(({ command }) => command),
    output: process?.output(linesBefore) ?? [],
  }
  return { result, events }
}

function correctable({ variables }: Play, { params }: Step, mismatch: Mismatch): Correctable {
  const before = mismatch.path.split('.').reduce<unknown>((inner, key) => (inner as Params | undefined)?.[key], params)
  return { ...mismatch, written: written(mismatch.actual, before, variables) }
}

function failureOf(error: unknown, step: Step): Failure {
  const common = { at: step.at, step: stepText(step) }
  if (error instanceof FailedStep) {
    const { message, details, nearest } = error
    return { message, details, ...common, ...(nearest && { nearest }) }
  }
  if (error instanceof Problem && error.code !== 'unreachable') {
    return { message: error.message, details: [error.hint], ...common }
  }
  throw error
}

/** A fault that never struck has tested nothing. */
function unfiredFaults(faults: readonly FaultView[], { at }: Scenario): Failure | undefined {
  const idle = faults.filter(({ fired }) => fired === 0)
  if (!idle.length) return undefined
  const details = idle.map((fault) => `fault ${fault.id}: ${fault.operation ?? 'any operation'}`)
  return { message: 'A fault was injected that never struck.', at, step: 'the whole scenario', details }
}

/** Asking and housekeeping are the bot's own affair. */
function unexpectedIn(calls: readonly CallView[], { taken }: Play, { at }: Scenario): Failure | undefined {
  const unexpected = calls.filter((call) => isNoticed(call) && !taken.has(call.id))
  if (!unexpected.length) return undefined
  const message = `${unexpected.length === 1 ? 'One call was' : `${unexpected.length} calls were`} not expected.`
  return { message, at, step: 'the whole scenario (--strict)', details: callLines(unexpected) }
}
