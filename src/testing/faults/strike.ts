// Injects one fault into a play; kills and restarts the bot if necessary.

import type { CallView } from '../../control/contract/traffic.ts'
import { Problem } from '../../lib/problem.ts'
import type { OpenFixture } from '../scenarios/run/fixture.ts'
import { callsSince, type Play } from '../scenarios/run/play.ts'
import type { PeopleSettings } from '../scenarios/run/play-people.ts'
import { RETRY_AFTER_SECONDS } from './kinds.ts'
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
  let recovery: Promise<void> | undefined

  async function watch(play: Play, after: number) {
    for await (const _ of client.events({ type: 'fault', after }, stop.signal)) {
      recovery = recover(play)
      recovery.catch(() => {})
      return
    }
  }

  async function recover(play: Play) {
    if (endsBot(point)) return killAndRestart(play)
    if (point.kind !== '429' || !play.botClock) return
    await client.waitForIdle()
    await client.perform('advanceClock', { seconds: RETRY_AFTER_SECONDS })
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
    void watch(play, event).catch(() => {})
  }

  const settle: PeopleSettings['settle'] = async (play, step, isIdle) => {
    if (strike.step !== undefined || !(await client.view('/faults')).some(({ fired }) => fired > 0)) return false
    strike.step = step
    await recovery
    if (endsBot(point)) return true
    if (!isExact && isIdle) await untilRepeated(play)
    return isIdle
  }

  /** Waits until the bot repeats the call that failed. */
  async function untilRepeated(play: Play) {
    const withinMs = MAX_RETRY_MS + (point.kind === '429' ? RETRY_AFTER_SECONDS * 1000 : 0)
    await eventStream.until(
      async () => {
        const calls = await callsSince(play, play.callIdBeforeScenario)
        const failed = calls.findLast(hasMetFault)
        return calls.some(({ id, method }) => failed && id > failed.id && method === failed.method) || undefined
      },
      { withinMs, signal },
    )
  }

  return { strike, begin, settle, end: () => stop.abort() }
}

/** True for a call that a fault has delayed, refused or lost. */
export const hasMetFault = ({ why = '' }: Pick<CallView, 'why'>) => why.includes('injected fault')

/** The kinds that end the bot hang the call at which they do it. */
export const endsBot = ({ fault }: Point) => fault.hang === true
