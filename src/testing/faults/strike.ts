// Injects one fault into a play; kills and restarts the bot if necessary.

import { hasMetFault, isRepeatedAfterFault } from '../../control/describe/call.ts'
import { Problem } from '../../lib/problem.ts'
import { RETRY_AFTER_SECONDS, SLOW_MS } from '../scenarios/fault-kinds.ts'
import type { OpenFixture } from '../scenarios/run/fixture.ts'
import { callsSince, type Play } from '../scenarios/run/play.ts'
import type { PeopleSettings } from '../scenarios/run/play-people.ts'
import type { Point } from './points.ts'

export interface Strike {
  /** The index of the step during which the fault happened. Undefined if it did not happen. */
  step: number | undefined
  /** True if the bot had not confirmed the update for which it was killed. */
  wasPending: boolean
  /** Why the bot could not be started again. */
  restartError: string | undefined
}

/** A bot that confirms updates before it handles them seems idle while it waits before it repeats a call. */
const MAX_RETRY_MS = 1500

export function createStrike(
  fixture: OpenFixture,
  point: Point,
  { firstUpdate, isExact, signal }: { firstUpdate: number; isExact: boolean; signal: AbortSignal | undefined },
) {
  const { client, eventStream, botUnderTest } = fixture
  const strike: Strike = { step: undefined, wasPending: false, restartError: undefined }
  const stop = new AbortController()
  let restarting: Promise<void> | undefined

  async function restartAtFault(play: Play, after: number) {
    for await (const _ of client.events({ type: 'fault', after }, stop.signal)) return beginRestart(play)
  }

  const beginRestart = (play: Play) => {
    restarting ??= killAndRestart(play)
    return restarting
  }

  async function killAndRestart({ bot }: Play) {
    const { waiting } = await client.view('/bots/:bot/delivery', { bot })
    strike.wasPending = waiting > 0
    try {
      await botUnderTest.restart(signal, { kills: true })
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'bot-not-started') throw error
      strike.restartError = error.message.split('\n')[0]
    }
  }

  const begin: PeopleSettings['begin'] = async (play) => {
    const { event } = await client.view('/cursor')
    const offset = point.confirms === undefined ? {} : { match: { offset: firstUpdate + point.confirms } }
    await client.perform('injectFault', { bot: play.bot, ...point.fault, ...offset })
    if (endsBot(point)) void restartAtFault(play, event).catch(() => {})
  }

  const settle: PeopleSettings['settle'] = async (play, step, isIdle) => {
    if (strike.step !== undefined || !(await client.view('/faults')).some(({ fired }) => fired > 0)) return false
    strike.step = step
    if (endsBot(point)) {
      await beginRestart(play)
      return true
    }
    // An update that comes twice has no call that the bot might repeat.
    if (point.kind === 'twice') return isIdle
    if (point.kind === 'slow') await eventStream.until(() => hasEnded(play), { withinMs: 2 * SLOW_MS, signal })
    else if (play.botClock) await skipUntilRepeated(play)
    else if (!isExact && isIdle) await untilRepeated(play)
    return isIdle
  }

  /** A bot that gave up waiting seems idle before the service has done its call. */
  const hasEnded = async (play: Play) => (await callsOf(play)).some((call) => hasMetFault(call)) || undefined

  const hasRepeated = async (play: Play) => isRepeatedAfterFault(await callsOf(play)) || undefined

  async function untilRepeated(play: Play) {
    const withinMs = MAX_RETRY_MS + (point.kind === '429' ? RETRY_AFTER_SECONDS * 1000 : 0)
    await eventStream.until(() => hasRepeated(play), { withinMs, signal })
  }

  /** A bot that follows the clock is idle while it waits before it repeats a call. */
  async function skipUntilRepeated(play: Play) {
    for (let seconds = 0; seconds * 1000 < MAX_RETRY_MS && !(await hasRepeated(play)); seconds++) {
      await client.waitForIdle()
      await client.perform('advanceClock', { seconds: RETRY_AFTER_SECONDS })
      await client.waitForIdle()
    }
  }

  return { strike, begin, settle, end: () => stop.abort() }
}

const callsOf = (play: Play) => callsSince(play, play.beforeScenario.call)

/** The kinds that end the bot hang the call at which they do it. */
export const endsBot = ({ fault }: Point) => fault.hang === true
