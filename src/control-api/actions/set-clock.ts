// setClock: puts the clock at a moment, not before what is already recorded.

import * as z from 'zod'
import { Problem } from '../../lib/problem.ts'
import { jumpTo } from '../../messenger/service/move-clock.ts'
import { lastRecordMs } from '../../messenger/world.ts'
import { action } from './action.ts'

export const setClock = action({
  name: 'setClock',
  summary: 'Sets the clock to a moment in Unix seconds.',
  params: z.strictObject({ at: z.number().min(0) }),
  run(tx, { at }) {
    const recordMs = lastRecordMs(tx)
    if (at * 1000 < recordMs) {
      const hint = `The latest record is of ${recordMs / 1000}; set the clock to that moment or later.`
      throw new Problem('clock-before-record', `At ${at} the world holds records of the future.`, hint)
    }
    return jumpTo(tx, at * 1000)
  },
})
