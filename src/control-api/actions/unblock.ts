// unblock: takes a block back.

import * as z from 'zod'
import { setBlocked } from '../../messenger/chats/private-chat.ts'
import { actorNamed, botNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const unblock = action({
  name: 'unblock',
  summary: 'Unblocks a bot.',
  params: z.strictObject({ as: p.ref, bot: p.ref }),
  result: 'Done',
  run(tx, { as, bot }) {
    setBlocked(tx, botNamed(tx, bot), actorNamed(tx, as), false)
    return true
  },
})
