// Plays what the people of a scenario do, without its expectations.

import { becomeIdle } from '../../../control/client/wait-long.ts'
import type { EventView } from '../../../control/contract/events.ts'
import type { CallView } from '../../../control/contract/traffic.ts'
import { isNoticeable, isPoll } from '../../../control/describe/call.ts'
import { timerMs } from '../../../lib/clock.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Ending } from '../../programs/program.ts'
import { type Seen, whatPeopleSaw } from '../../seen/seen.ts'
import type { Scenario, Step } from '../scenario.ts'
import type { OpenFixture, PrepareOptions } from './fixture.ts'
import { callsSince, FailedStep, type Play } from './play.ts'
import { beginScenario } from './play-scenario.ts'
import { playStep } from './play-steps.ts'

export interface PeoplePlay {
  bot: string
  seen: Seen
  events: EventView[]
  /** The calls of the bot under test since the first step. */
  calls: CallView[]
  /** For each step, the last call before it and the last call when the bot was idle after it. Missing: not played. */
  steps: ({ before: number; after: number } | undefined)[]
  ending: Ending | undefined
  /** What the bot did, if it was not idle in the end. */
  stuck: string | undefined
  output: string[]
}

export interface PeopleSettings {
  /** The maximum number of seconds in which the bot must become idle after a step. */
  patience: number
  timeout: number
  /** How long the bot must be idle before the next step, in seconds. */
  quiet: number
  /** Selects the expectations to wait for, because the bot answers them late. Whether they hold doesn't matter. */
  awaits(step: number): boolean
  begin?(play: Play): Promise<void>
  /** Called after a step, when the bot is idle or the time is over. Returns true if the bot must become idle again. */
  settle?(play: Play, step: number, isIdle: boolean): Promise<boolean>
}

export const isExpectation = ({ word }: Step) => word.startsWith('expect')

export async function playPeople(
  fixture: OpenFixture,
  scenario: Scenario,
  settings: PeopleSettings,
  options: PrepareOptions,
): Promise<PeoplePlay> {
  const { client, eventStream, botUnderTest } = fixture
  const { patience, timeout } = settings
  const { play, bot } = await beginScenario(fixture, { ...scenario, settles: false }, patience, options)
  const { call: firstCall, event: firstEvent } = play.beforeScenario
  const limit = AbortSignal.timeout(timerMs(scenario.timeout ?? timeout))
  const signal = AbortSignal.any([limit, ...(options.signal ? [options.signal] : [])])
  const steps: PeoplePlay['steps'] = []
  const lastCall = async () => (await client.view('/cursor')).call

  const becomesIdle = () => becomeIdle(client, { bot, for: settings.quiet }, patience, signal)

  /** Returns true if the bot is idle afterwards. */
  async function playOne(step: Step, index: number): Promise<boolean> {
    const before = await lastCall()
    const isPlayed = await playStep(play, step, signal).then(() => true, ignoreMiss)
    let isIdle = await becomesIdle()
    while (await settings.settle?.(play, index, isIdle)) isIdle = await becomesIdle()
    if (isPlayed) steps[index] = { before, after: await lastCall() }
    return isIdle
  }

  let isIdle = true
  try {
    await settings.begin?.(play)
    for (const [index, step] of scenario.steps.entries()) {
      if (isExpectation(step) && !namesResult(step) && !settings.awaits(index)) continue
      isIdle = await playOne(step, index)
      if (!isIdle || botUnderTest.ending() || botUnderTest.isMissing()) break
    }
  } catch (error) {
    if (!limit.aborted || options.signal?.aborted) throw error
    isIdle = false
  }
  const ending = botUnderTest.ending()
  return {
    bot,
    seen: await whatPeopleSaw(client),
    events: await eventStream.since(firstEvent),
    calls: await callsSince(play, firstCall),
    steps,
    ending,
    stuck: isIdle || ending ? undefined : (await client.view('/bots/:bot/diagnosis', { bot })).text,
    output: botUnderTest.output(),
  }
}

/** True if later steps may need the result of the step. */
export const namesResult = ({ params }: Step) => JSON.stringify(params).includes('"as":')

/** A step that needs a message or a button that is missing is left out. */
function ignoreMiss(error: unknown): false {
  if (error instanceof FailedStep || (error instanceof Problem && error.code !== 'unreachable')) return false
  throw error
}

/** Returns the calls after a step that people may notice, until the bot was idle. */
export function answersTo({ calls, steps }: PeoplePlay, index: number): CallView[] {
  const step = steps[index]
  return step ? calls.filter((call) => call.id > step.before && call.id <= step.after && isNoticeable(call)) : []
}

const USUAL_SECONDS = 0.15
const LEAST_SECONDS = 0.05
const MOST_SECONDS = 0.6
const FACTOR = 3

/**
 * Returns 0 for a bot that made each call before it confirmed the update: it is busy until it is done. Another bot
 * seems idle already while it handles an update, so it gets three times its longest delay.
 */
export function quietSecondsOf(play?: Pick<PeoplePlay, 'events' | 'bot'>): number {
  if (!play) return USUAL_SECONDS
  const pending = new Set<number>()
  let idleSince = Number.NEGATIVE_INFINITY
  const delays: number[] = []
  for (const event of play.events) {
    if (event.bot !== play.bot && event.type !== 'call') continue
    if (event.type === 'update') pending.add(event.update_id)
    else if (event.type === 'acknowledged') for (const id of [...pending]) if (id < event.below) pending.delete(id)
    if (event.type === 'delivery' && event.error === null && event.update_id !== undefined)
      pending.delete(event.update_id)
    if (pending.size) idleSince = event.at
    else if (event.type === 'call' && event.call.bot === play.bot && !isPoll(event.call.method))
      delays.push(event.at - idleSince)
  }
  if (!delays.length) return 0
  const longest = Math.max(...delays)
  return longest > 0 ? Math.min(Math.max(FACTOR * longest, LEAST_SECONDS), MOST_SECONDS) : USUAL_SECONDS
}
