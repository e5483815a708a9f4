// Injected faults; with `?fired=false` those that never struck.

import { botNamed } from '../../messenger/users/named.ts'
import { viewFault } from '../build-views/fault.ts'
import { view } from './view.ts'

export const faults = view({
  path: '/faults',
  query: { bot: 'ref', fired: 'boolean' },
  result: 'FaultView[]',
  find({ read }, { bot, fired }) {
    const id = bot === undefined ? undefined : botNamed(read, bot).id
    return read.faults
      .list()
      .filter((fault) => id === undefined || fault.bot === id)
      .filter((fault) => fired === undefined || fault.fired > 0 === fired)
      .map((fault) => viewFault(read, fault))
  },
})
