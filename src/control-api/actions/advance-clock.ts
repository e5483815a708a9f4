// advanceClock: lets time jump ahead.

import * as z from 'zod'
import { jumpTo } from '../../messenger/service/move-clock.ts'
import { action } from './action.ts'

export const advanceClock = action({
  name: 'advanceClock',
  summary: 'Lets the clock jump ahead by some seconds.',
  params: z.strictObject({ seconds: z.number().min(0) }),
  run: (tx, { seconds }) => jumpTo(tx, tx.clock.ms() + seconds * 1000),
})
