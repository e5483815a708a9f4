// Plays one scenario in a new world, and returns its result.

import type { Client } from '../../../control/client/client.ts'
import type { EventView } from '../../../control/contract/events.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import { diagnosisText, unconfirmedNotes } from '../../../control/describe/call.ts'
import { botEndedText } from '../../../control/describe/program.ts'
import { createClock, stopwatch, timerMs } from '../../../lib/clock.ts'
import type { Ending } from '../../programs/program.ts'
import { codeFrame } from '../location.ts'
import { ENVIRONMENT, type Scenario } from '../scenario.ts'
import {
  failureAfterLastStep,
  memoryFailure,
  missingBotFailure,
  unexpectedCallsFailure,
  unfiredFaultsFailure,
} from './after-last-step.ts'
import type { OpenFixture, PrepareOptions } from './fixture.ts'
import { beginPlay, callsSince, FailedStep, type Play } from './play.ts'
import { type PlaySteps, playSteps } from './play-steps.ts'
import type { Failure, ScenarioResult } from './result.ts'
import { type Scene, sceneOf } from './scene.ts'

export interface PlaySettings {
  onMismatch?: PlaySteps['onMismatch']
  /** The time limit of a scenario, in seconds. */
  timeout: number
  defaultWaitSeconds: number
  /** True if the result contains the photos of the conversation. */
  pictures: boolean
  /** True if an unexpected call of the bot fails the scenario. */
  strict: boolean
  /** The memory of the bot, in bytes, above which a scenario fails. Undefined for no limit. */
  botMemory?: number | undefined
}

export type PlayOutcome = Awaited<ReturnType<typeof playScenario>>

const clock = createClock()

/** How long the bot may take to become idle after the last step: at least, after a failure, and if it may stop. */
const MIN_IDLE_MS = 2000
const AFTER_FAILURE_MS = 1000
const AFTER_ALLOWED_STOP_MS = 300

export async function playScenario(
  fixture: OpenFixture,
  scenario: Scenario,
  settings: PlaySettings,
  options: PrepareOptions,
) {
  const started = clock.ms()
  const { client, eventStream, botUnderTest } = fixture
  const setupTime = stopwatch()
  const { play, bot, playedBefore, startedAfter, endedBefore } = await beginScenario(
    fixture,
    scenario,
    settings.defaultWaitSeconds,
    options,
  )
  const set_ms = setupTime()
  const elapsed = stopwatch()
  const firstEvent = play.beforeScenario.event

  const stop = new AbortController()
  const seconds = scenario.timeout ?? settings.timeout
  const abortForTimeout = () => stop.abort(new FailedStep(`The scenario took longer than ${seconds} s.`))
  const timeoutTimer = setTimeout(abortForTimeout, timerMs(seconds))
  if (!scenario.mayStop)
    botUnderTest.onEnd((ending) => stop.abort(new FailedStep(botEndedText(ending, botUnderTest.output()))))
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])])
  const { steps, failure: stepFailure } = await playSteps(play, scenario, {
    signal,
    onMismatch: settings.onMismatch,
  }).finally(() => {
    botUnderTest.onEnd(undefined)
    clearTimeout(timeoutTimer)
  })
  options.signal?.throwIfAborted()
  const duration_ms = elapsed()

  const hasBot = await fixture.hasBot(bot)
  const { failure, calls, isStuck, ending } = hasBot
    ? await judgePlay(fixture, play, scenario, settings, stepFailure)
    : { failure: stepFailure ?? missingBotFailure(scenario, bot), calls: [], isStuck: true, ending: undefined }
  const all = await eventStream.since(startedAfter ?? firstEvent)
  const events = all.filter(({ id }) => id > firstEvent)
  const scene = sceneOf(events, await client.actions())
  const result: ScenarioResult = {
    name: scenario.name,
    at: scenario.at,
    tags: scenario.tags,
    status: failure ? 'failed' : 'passed',
    started,
    set_ms,
    duration_ms,
    answers: hasBot ? await loadAnswerTimes(client, bot) : undefined,
    attempts: 1,
    flaky: false,
    steps,
    failure: failure && { ...failure, frame: codeFrame(failure.at) },
    scene,
    pictures: settings.pictures ? await loadPictures(client, scene) : undefined,
    calls,
    call_events: eventIdsOf(calls, events),
    commands: hasBot ? (await client.view('/bots/:bot/profile', { bot })).commands.map(({ command }) => command) : [],
    output: botUnderTest.output(),
  }
  const note = hasBot && hasClockStep(scenario) ? await noteOnRealTime(client, play, result) : undefined
  return {
    result,
    events,
    /** The events from the bot's start up to the scenario's first step. Empty if the bot was already running. */
    startEvents: all.filter(({ id }) => id <= firstEvent),
    playedBefore,
    endedBefore,
    /** True if the bot did not become idle, so that it must be restarted. */
    isStuck,
    ending,
    /** A remark that the summary of the run shows, such as that the bot does not follow the clock. */
    note,
  }
}

/** Creates the world of a scenario, and starts the bot if it is not running. */
export async function beginScenario(
  { client, eventStream, botUnderTest, ...fixture }: OpenFixture,
  scenario: Scenario,
  defaultWaitSeconds: number,
  options: PrepareOptions,
) {
  const { created, ...prepared } = await fixture.prepare(scenario, options)
  const env = botUnderTest.env()
  const play = await beginPlay({ client, eventStream }, prepared.bot, created, {
    variables: { ...environmentVariables(env), ...created, ...scenario.row },
    env,
    restartBot: (how) => botUnderTest.restart(options.signal, how),
    settles: scenario.settles,
    output: botUnderTest.output,
    defaultWaitSeconds,
    botClock: botUnderTest.clock(),
  })
  return { ...prepared, play }
}

const hasClockStep = ({ steps }: Scenario) => steps.some(({ word }) => word === 'advanceClock' || word === 'setClock')

async function noteOnRealTime(client: Client, { botClock }: Play, { failure }: ScenarioResult) {
  if (!botClock && !failure) return undefined
  const { followers } = await client.view('/clock')
  if (followers.length) return undefined
  return botClock
    ? "The bot runs on real time: none of its processes follows the clock, so moving the clock didn't move its timers. Node 22 and Python 3.9 or newer can follow."
    : "Moving the clock didn't move the bot's own timers. To let them follow, write `clock: emulator` at the top of the file, or pass --bot-clock."
}

async function judgePlay(
  fixture: OpenFixture,
  play: Play,
  scenario: Scenario,
  settings: PlaySettings,
  stepFailure: Failure | undefined,
): Promise<{ failure: Failure | undefined; calls: CallView[]; isStuck: boolean; ending: Ending | undefined }> {
  const { client, botUnderTest } = fixture
  const { bot, beforeScenario } = play
  const usualMs = scenario.mayStop ? AFTER_ALLOWED_STOP_MS : Math.max(MIN_IDLE_MS, settings.defaultWaitSeconds * 1000)
  const isStuck = !(await botUnderTest.becomesIdle(bot, stepFailure ? AFTER_FAILURE_MS : usualMs))
  const ending = botUnderTest.ending()
  const calls = await callsSince(play, beforeScenario.call)
  const failureWithCause =
    ending || isStuck ? await addCause(fixture, play, scenario, stepFailure, ending) : stepFailure
  const failure =
    failureWithCause ??
    unfiredFaultsFailure(await client.view('/faults'), scenario) ??
    (settings.strict ? unexpectedCallsFailure(calls, play, scenario) : undefined) ??
    memoryFailure(scenario, botUnderTest.process(), settings.botMemory)
  return { failure, calls, isStuck, ending }
}

/** Says in a failure why the bot ended or is still busy. If nothing else failed, that is the failure. */
async function addCause(
  { client, botUnderTest }: OpenFixture,
  { bot, beforeLastAction }: Play,
  scenario: Scenario,
  failure: Failure | undefined,
  ending: Ending | undefined,
): Promise<Failure | undefined> {
  const diagnosis = await client.view('/bots/:bot/diagnosis', { bot, since: beforeLastAction.event })
  const { state, advice, lines } = diagnosis
  const { unconfirmed } = await client.view('/bots/:bot/delivery', { bot })
  const cause = ending ? botEndedText(ending, botUnderTest.output()) : diagnosisText(diagnosis)
  const details = ending ? [...(advice ? [advice] : []), ...unconfirmedNotes(unconfirmed)] : lines
  if (!failure) return scenario.mayStop ? undefined : failureAfterLastStep(scenario, cause, details)
  const rest = failure.message === cause ? failure.details : [failure.message, ...failure.details]
  if (ending) return { ...failure, message: cause, details: [...details, ...rest] }
  const isToldAlready = botUnderTest.isMissing() || failure.cause === state
  return isToldAlready ? failure : { ...failure, details: [cause, ...details, ...failure.details] }
}

/** Loads the bot's answer times. Each scenario starts with empty statistics, so they cover only this scenario. */
async function loadAnswerTimes(client: Client, bot: string): Promise<ScenarioResult['answers']> {
  const { buckets: _, ...times } = (await client.view('/bots/:bot', { bot })).answer_times.first_call
  return times.count ? times : undefined
}

/** Returns the event id of each call, or 0 if the event log no longer contains the event. */
function eventIdsOf(calls: readonly CallView[], events: readonly EventView[]): number[] {
  const ids = new Map(events.flatMap((event) => (event.type === 'call' ? [[event.call.id, event.id] as const] : [])))
  return calls.map(({ id }) => ids.get(id) ?? 0)
}

const environmentVariables = (env: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => ENVIRONMENT.includes(name)))

/** Loads the photos as data URLs, so that a report can show them without the emulator. */
async function loadPictures(client: Client, scene: Scene): Promise<Record<string, string>> {
  const ids = new Set(scene.flatMap(({ file }) => (file?.kind === 'photo' ? file.unique_id : [])))
  const pictures: Record<string, string> = {}
  for (const id of ids) {
    const bytes = await client.file(id).catch(() => undefined)
    // The service converts every photo to JPEG, so all pictures have this type.
    if (bytes) pictures[id] = `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`
  }
  return pictures
}
