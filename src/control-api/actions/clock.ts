// advanceClock, setClock, freezeClock and resumeClock.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { jumpTo, moveClock } from '../../messenger/service/service.ts'
import { latestEventMs } from '../../messenger/world.ts'
import { viewClock } from '../build-views/traffic.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const clock = {
  advanceClock: action({
    summary: 'Lets the clock jump ahead by seconds, or by a text such as 48h.',
    params: z.strictObject({ seconds: p.span }),
    result: 'ClockView',
    run(tx, { seconds }) {
      jumpTo(tx, tx.clock.ms() + seconds * 1000)
      return viewClock(tx.clock)
    },
  }),
  /** Refuses a time before the latest record, which would then be in the future. */
  setClock: action({
    summary: 'Sets the clock to a moment in Unix seconds.',
    params: z.strictObject({
      at: p.moment(z.number().min(0), 'The moment: Unix seconds, a date, or how much later than now.'),
    }),
    result: 'ClockView',
    run(tx, { at: moment }) {
      const at = p.unixSeconds(tx, moment)
      const recordMs = latestEventMs(tx)
      if (at * 1000 < recordMs) {
        const [asked, latest] = [at * 1000, recordMs].map((ms) => new Date(ms).toISOString())
        const hint = `The latest record is of ${latest}; set the clock to ${recordMs / 1000} or later.`
        throw new Problem('clock-before-record', `At ${asked} the world holds records of the future.`, hint)
      }
      jumpTo(tx, at * 1000)
      return viewClock(tx.clock)
    },
  }),
  freezeClock: action({
    summary: 'Stops the clock where it is.',
    params: z.strictObject({}),
    result: 'ClockView',
    run(tx) {
      moveClock(tx, (clock) => clock.freeze())
      return viewClock(tx.clock)
    },
  }),
  resumeClock: action({
    summary: 'Lets the clock run on from where it stands.',
    params: z.strictObject({}),
    result: 'ClockView',
    run(tx) {
      moveClock(tx, (clock) => clock.resume())
      return viewClock(tx.clock)
    },
  }),
}
