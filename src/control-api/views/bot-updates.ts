// What waits in a bot's queue.

import { waitingUpdates } from '../../messenger/updates/update-queue.ts'
import { botNamed } from '../../messenger/users/named.ts'
import { view } from './view.ts'

export const botUpdates = view({
  path: '/bots/:bot/updates',
  result: 'Update[]',
  find: ({ read }, { bot }) =>
    waitingUpdates(read, botNamed(read, bot), Number.MAX_SAFE_INTEGER).map(({ body }) => JSON.parse(body)),
})
