// What waits in a bot's queue.

import { eachWaiting } from '../../messenger/updates/update-queue.ts'
import { botNamed } from '../../messenger/users/named.ts'
import { eachRow } from './each-row.ts'
import { view } from './view.ts'

export const botUpdates = view({
  path: '/bots/:bot/updates',
  result: 'Update[]',
  find: ({ read }, { bot }) => eachRow(eachWaiting(read, botNamed(read, bot)), ({ body }) => JSON.parse(body)),
})
