// freezeClock: stops the clock where it is.

import * as z from 'zod'
import { moveClock } from '../../messenger/service/move-clock.ts'
import { action } from './action.ts'

export const freezeClock = action({
  name: 'freezeClock',
  summary: 'Stops the clock where it is.',
  params: z.strictObject({}),
  run: (tx) => moveClock(tx, (clock) => clock.freeze()),
})
