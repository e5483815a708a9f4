// read: a person has read a chat to its end.

import * as z from 'zod'
import { markRead } from '../../messenger/chats/mark-read.ts'
import { personChat } from '../../messenger/chats/person-chat.ts'
import { actorNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const read = action({
  name: 'read',
  summary: 'Marks a chat as read.',
  params: z.strictObject({ as: p.ref, chat: p.ref }),
  result: 'Done',
  run(tx, { as, chat: ref }) {
    const person = actorNamed(tx, as)
    const chat = personChat(tx, person, ref)
    markRead(tx, person, chat, chat.last_message_id)
    return true
  },
})
