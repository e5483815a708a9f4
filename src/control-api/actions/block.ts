// block: the bot can no longer address the person.

import * as z from 'zod'
import { setBlocked } from '../../messenger/chats/private-chat.ts'
import { actorNamed, botNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const block = action({
  name: 'block',
  summary: 'Blocks a bot.',
  params: z.strictObject({ as: p.ref, bot: p.ref }),
  result: 'Done',
  run(tx, { as, bot }) {
    setBlocked(tx, botNamed(tx, bot), actorNamed(tx, as), true)
    return true
  },
})
