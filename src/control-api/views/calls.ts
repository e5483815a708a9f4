// The journal of bot calls, as asked for.

import { botNamed } from '../../messenger/users/named.ts'
import { viewCall } from '../build-views/call.ts'
import { eachRow } from './each-row.ts'
import { view } from './view.ts'

export const calls = view({
  path: '/calls',
  query: { after: 'number', bot: 'ref', method: 'text', ok: 'boolean' },
  result: 'CallView[]',
  find({ read }, { after = 0, bot, method, ok }) {
    const id = bot === undefined ? undefined : botNamed(read, bot).id
    const calls = read.log.calls
      .since(after)
      .filter((call) => id === undefined || call.bot === id)
      .filter((call) => method === undefined || call.method === method)
      .filter((call) => ok === undefined || (call.status === 200) === ok)
    return eachRow(calls, (call) => viewCall(read, call))
  },
})
