// clearFaults: takes injected faults away, and answers what they were and how often each had struck.

import * as z from 'zod'
import { botNamed } from '../../messenger/users/named.ts'
import { viewFault } from '../build-views/fault.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const clearFaults = action({
  name: 'clearFaults',
  summary: 'Takes all injected faults away, or those of one bot.',
  params: z.strictObject({ bot: p.ref.optional() }),
  result: 'FaultView[]',
  run(tx, { bot }) {
    const gone = tx.faults.clear(bot === undefined ? undefined : botNamed(tx, bot).id)
    return gone.map((fault) => viewFault(tx, fault))
  },
})
