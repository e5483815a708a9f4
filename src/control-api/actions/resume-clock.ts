// resumeClock: lets the clock run on from where it stands.

import * as z from 'zod'
import { moveClock } from '../../messenger/service/move-clock.ts'
import { action } from './action.ts'

export const resumeClock = action({
  name: 'resumeClock',
  summary: 'Lets the clock run on from where it stands.',
  params: z.strictObject({}),
  run: (tx) => moveClock(tx, (clock) => clock.resume()),
})
