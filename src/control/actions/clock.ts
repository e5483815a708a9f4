// The actions advanceClock, setClock, freezeClock and resumeClock.

import * as z from 'zod'
import type { Clock, ReadClock } from '../../lib/clock.ts'
import { Problem } from '../../lib/problem.ts'
import { jumpTo, moveClock } from '../../service/messenger/service/service.ts'
import { latestEventMs } from '../../service/messenger/world.ts'
import type { TimePlayer } from '../clock/play-time.ts'
import { viewClock } from '../present/traffic.ts'
import { action, type Prepared } from './action.ts'
import * as p from './params.ts'

const advanceFields = z.strictObject({
  seconds: p.spanUnless('to'),
  to: z
    .enum(['next', 'activity'])
    .optional()
    .describe(
      'With `next`, advances the clock to the next moment at which a timer, a retry or another event is due. With `activity`, repeats this until a bot makes a call or another event happens, but stops after a day on the clock. Both ignore `seconds`.',
    ),
})

/** The JSON schema requires `seconds`, so that forms ask for it. A caller that passes `to` may still omit it. */
const advanceParams = z.preprocess(
  (value) => (Object(value).to === undefined ? value : { seconds: 0, ...Object(value) }),
  advanceFields,
) as unknown as z.ZodType<z.output<typeof advanceFields>, { seconds: number | string } | { to: 'next' | 'activity' }>

const clockSwitch = (summary: string, move: (clock: Clock) => void) =>
  action({
    summary,
    params: z.strictObject({}),
    result: 'ClockView',
    example: {},
    prepare: (_, __, { timePlayer }) => letBotsFollow(timePlayer),
    run(tx) {
      moveClock(tx, move)
      return viewClock(tx.clock)
    },
  })

export const clock = {
  advanceClock: action({
    summary: 'Moves the clock forward by a time such as 48h, or to the next due timer, retry or other event.',
    params: advanceParams,
    result: 'ClockView',
    example: { seconds: '48h' },
    prepare: ({ clock }, { seconds, to }, { timePlayer }) =>
      to ? playToDue(timePlayer, to) : playTo(timePlayer, clock, clock.ms() + seconds * 1000),
    run(tx, { seconds }, played) {
      jumpTo(tx, played?.targetMs ?? tx.clock.ms() + seconds * 1000)
      return viewClock(tx.clock)
    },
  }),
  /** Refuses a time before the latest event, because that event would then be in the future. */
  setClock: action({
    summary: 'Sets the clock to a date or time.',
    params: z.strictObject({
      at: p
        .moment(z.number().min(0), 'Unix seconds, a date, or a time from now such as 48h.')
        .meta({ hint: 'e.g. tomorrow 9:00' }),
    }),
    result: 'ClockView',
    example: { at: '2030-01-01T12:00:00Z' },
    prepare(world, { at }, { timePlayer }) {
      const targetMs = p.unixSeconds(world, at) * 1000
      return targetMs > world.clock.ms() ? playTo(timePlayer, world.clock, targetMs) : letBotsFollow(timePlayer)
    },
    run(tx, { at: moment }, played) {
      const at = played?.targetMs !== undefined ? played.targetMs / 1000 : p.unixSeconds(tx, moment)
      const recordMs = latestEventMs(tx)
      if (at * 1000 < recordMs) {
        const [asked, latest] = [at * 1000, recordMs].map((ms) => new Date(ms).toISOString())
        const hint = `The latest event was at ${latest}. Set the clock to that time or later.`
        const message = `The clock cannot be set to ${asked}, because the world has later events.`
        throw new Problem('clock-before-record', message, hint)
      }
      jumpTo(tx, at * 1000)
      return viewClock(tx.clock)
    },
  }),
  freezeClock: clockSwitch('Freezes the clock at its current time.', (clock) => clock.freeze()),
  resumeClock: clockSwitch('Resumes the clock from its current time.', (clock) => clock.resume()),
}

interface Played extends Prepared {
  targetMs?: number
}

/** Waits after the action until the emulator and the bots are idle. */
const settle = (timePlayer: TimePlayer, withinMs?: number) => ({
  dispose: async () => void (await timePlayer.untilIdle(withinMs)),
})

/** The maximum real time for which an action waits until the bots follow a frozen, resumed or set clock. */
const FOLLOW_MS = 1000

/** Waits until the bots follow the new time, because they must know the time before they get the next update. */
const letBotsFollow = (timePlayer: TimePlayer): Promise<Played> | undefined =>
  timePlayer.isFollowed() ? Promise.resolve(settle(timePlayer, FOLLOW_MS)) : undefined

/** Stops at each due moment before `targetMs`, so that all happens in order. `run` then sets the clock. */
function playTo(timePlayer: TimePlayer, clock: ReadClock, targetMs: number): Promise<Played> | undefined {
  if (!timePlayer.isFollowed()) return undefined
  return timePlayer.playTo(targetMs).then((reachedMs) => {
    if (reachedMs !== undefined) return { targetMs, ...settle(timePlayer) }
    const [now, target] = [clock.ms(), targetMs].map((ms) => new Date(ms).toISOString())
    const hint =
      'The clock stops at each timer of a bot, so a long way with many timers takes time. Move it by less, or let the bot set fewer timers.'
    throw new Problem('clock-interrupted', `The clock was resumed or moved at ${now}, on its way to ${target}.`, hint)
  })
}

/** Returns the moment to which `run` then sets the clock. Throws a Problem if nothing is due. */
async function playToDue(timePlayer: TimePlayer, to: 'next' | 'activity'): Promise<Played> {
  const targetMs = await (to === 'next' ? timePlayer.nextDue() : timePlayer.playToActivity())
  if (targetMs === undefined) {
    const hint =
      'Advance the clock by a time such as 1h. To make the timers of a bot count as due events, start the bot with --bot-clock.'
    const message = 'The clock cannot advance to the next due event, because no timer, retry or other event is due.'
    throw new Problem('nothing-due', message, hint)
  }
  return { targetMs, ...settle(timePlayer) }
}
