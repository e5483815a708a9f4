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
  run(world, { as, chat: ref }) {
    const person = actorNamed(world, as)
    const chat = personChat(world, person, ref)
    markRead(world, person, chat, chat.last_message_id)
    return true
  },
})
