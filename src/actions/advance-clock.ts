// advanceClock: lets time jump ahead.

import * as z from 'zod'
import { moveClock } from '../world/move-clock.ts'
import { action } from './action.ts'

export const advanceClock = action({
  name: 'advanceClock',
  summary: 'Lets the clock jump ahead by some seconds.',
  params: z.strictObject({ seconds: z.number().min(0) }),
  run: (world, { seconds }) => moveClock(world, (clock) => clock.set(clock.ms() + Math.round(seconds * 1000))),
})
