// Plays one scenario from a fresh world to its end, and tells how it went.

import type { Client } from '../../client/client.ts'
import type { EventView } from '../../contract/events.ts'
import type { CallView } from '../../contract/traffic.ts'
import { createClock, stopwatch, timerMs } from '../../lib/clock.ts'
import { codeFrame } from '../place-in-file.ts'
import { ENVIRONMENT, type Scenario } from '../scenario.ts'
import { unexpectedIn, unfiredFaults, withBotState, withoutBot } from './after-last-step.ts'
import type { Ending } from './bot/bot-process.ts'
import { botEnded } from './bot/read-error.ts'
import { beginPlay, callsSince, FailedStep, type Play } from './play.ts'
import { type PlaySteps, playSteps } from './play-steps.ts'
import type { Failure, ScenarioResult } from './result.ts'
import { type Scene, sceneOf } from './scene.ts'
import type { How, OpenStage } from './stage.ts'

export interface PlaySettings {
  onMismatch?: PlaySteps['onMismatch']
  /** The longest a scenario may take, in seconds. */
  timeout: number
  /** How long an expectation waits unless it says so, in seconds. */
  patience: number
  /** Keeps the pictures that were shown. */
  pictures: boolean
  /** A call that nobody expected fails. */
  strict: boolean
}

export interface Played {
  result: ScenarioResult
  events: EventView[]
  /** What happened while the bot started for it. */
  startEvents: EventView[]
  /** How many scenarios were played with this process before. */
  playedBefore: number
  /** How the bot ended, if it did. */
  ended?: Ending
  /** The bot did not become idle, so it cannot go on. */
  isStuck: boolean
}

const clock = createClock()

/** How long a bot may go on after the last step: where it has failed already, and where it is allowed to stop. */
const AFTER_FAILURE_MS = 1000
const ALLOWED_TO_STOP_MS = 300

export async function playScenario(
  stage: OpenStage,
  scenario: Scenario,
  settings: PlaySettings,
  how: How,
): Promise<Played> {
  const started = clock.ms()
  const { client, followed, tested } = stage
  const setting = stopwatch()
  const { bot, created, playedBefore, startedAfter } = await stage.set(scenario, how)
  const set_ms = setting()
  const elapsed = stopwatch()
  const { call: since, event: firstEvent } = await client.view('/cursor')
  const play: Play = {
    ...beginPlay(client, bot, created, since),
    variables: { ...namedIn(tested.env()), ...created, ...scenario.row },
    env: tested.env(),
    restartBot: () => tested.restart(how.signal),
    patience: settings.patience,
    followed,
    isIdle: () => tested.isIdle(bot),
  }

  const stop = new AbortController()
  const seconds = scenario.timeout ?? settings.timeout
  const tooLong = () => stop.abort(new FailedStep(`The scenario took longer than ${seconds} s.`))
  const late = setTimeout(tooLong, timerMs(seconds))
  if (!scenario.mayStop) tested.onEnd((ending) => stop.abort(new FailedStep(botEnded(ending, tested.output()))))
  const signal = AbortSignal.any([stop.signal, ...(how.signal ? [how.signal] : [])])
  const { steps, failure: failed } = await playSteps(play, scenario, {
    signal,
    onMismatch: settings.onMismatch,
  }).finally(() => {
    tested.onEnd(undefined)
    clearTimeout(late)
  })
  how.signal?.throwIfAborted()
  const duration_ms = elapsed()

  const isThere = await stage.has(bot)
  const { failure, calls, isStuck, ended } = isThere
    ? await afterwards(stage, play, scenario, settings, failed)
    : { failure: failed ?? withoutBot(scenario, bot), calls: [], isStuck: true, ended: undefined }
  const all = await followed.since(startedAfter ?? firstEvent)
  const events = all.filter(({ id }) => id > firstEvent)
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
    flaky: false,
    steps,
    failure: failure && { ...failure, frame: codeFrame(failure.at) },
    scene,
    pictures: settings.pictures ? await picturesOf(client, scene) : undefined,
    calls,
    call_events: eventsOf(calls, events),
    commands: isThere ? (await client.view('/bots/:bot/profile', { bot })).commands.map(({ command }) => command) : [],
    output: tested.output(),
  }
  const startEvents = all.filter(({ id }) => id <= firstEvent)
  return { result, events, startEvents, playedBefore, isStuck, ended }
}

/** Judges the playing once the bot is idle, or does not become so. */
async function afterwards(
  { client, tested }: OpenStage,
  play: Play,
  scenario: Scenario,
  settings: PlaySettings,
  failed: Failure | undefined,
): Promise<{ failure: Failure | undefined; calls: CallView[]; isStuck: boolean; ended: Ending | undefined }> {
  const { bot, since } = play
  const restMs = failed ? AFTER_FAILURE_MS : scenario.mayStop ? ALLOWED_TO_STOP_MS : patientMs(settings)
  const isStuck = !(await tested.becomesIdle(bot, restMs))
  const ended = tested.ending()
  const calls = await callsSince(play, since)
  const trouble = ended ? botEnded(ended, tested.output()) : isStuck ? await tested.whyNotIdle(bot) : undefined
  const failure =
    withBotState(scenario, failed, trouble) ??
    unfiredFaults(await client.view('/faults'), scenario) ??
    (settings.strict ? unexpectedIn(calls, play, scenario) : undefined)
  return { failure, calls, isStuck, ended }
}

/** A call whose event is not kept any more stands before all. */
function eventsOf(calls: readonly CallView[], events: readonly EventView[]): number[] {
  const ids = new Map(events.flatMap((event) => (event.type === 'call' ? [[event.call.id, event.id] as const] : [])))
  return calls.map(({ id }) => ids.get(id) ?? 0)
}

/** What a step can name of the environment of the bot. */
const namedIn = (env: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => ENVIRONMENT.includes(name)))

const LEAST_REST_MS = 2000
const patientMs = ({ patience }: PlaySettings) => Math.max(LEAST_REST_MS, patience * 1000)

/** The pictures of a conversation, so that a report can show them when the emulator is gone. */
async function picturesOf(client: Client, scene: Scene): Promise<Record<string, string>> {
  const ids = new Set(scene.flatMap(({ file }) => (file?.kind === 'photo' ? file.unique_id : [])))
  const pictures: Record<string, string> = {}
  for (const id of ids) {
    const bytes = await client.file(id).catch(() => undefined)
    // The service makes a JPEG of every photo.
    if (bytes) pictures[id] = `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
  }
  return pictures
}
