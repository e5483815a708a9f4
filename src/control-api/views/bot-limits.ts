// How much of each limit a bot has used.

import { limitsInUse } from '../../messenger/limits/limits-in-use.ts'
import { botNamed } from '../../messenger/users/named.ts'
import { view } from './view.ts'

export const botLimits = view({
  path: '/bots/:bot/limits',
  result: 'LimitUse[]',
  find: ({ read }, { bot }) => limitsInUse(read, botNamed(read, bot)),
})
