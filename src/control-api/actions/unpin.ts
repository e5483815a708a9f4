// unpin: a person removes the pinned message of a chat.

import * as z from 'zod'
import { personChat } from '../../messenger/chats/person-chat.ts'
import { requireRightOrPermission } from '../../messenger/members/person-rights.ts'
import { pinMessage } from '../../messenger/messages/pin.ts'
import { actorNamed } from '../../messenger/users/named.ts'
import { action } from './action.ts'
import * as p from './params.ts'

export const unpin = action({
  name: 'unpin',
  summary: 'Removes the pinned message; there is only one, so message_id may be left out.',
  params: z.strictObject({ as: p.ref, chat: p.ref, message_id: p.messageId.optional() }),
  result: 'Done',
  run(tx, { as, chat: ref }) {
    const person = actorNamed(tx, as)
    const chat = personChat(tx, person, ref)
    if (chat.kind !== 'private') requireRightOrPermission(tx, person, chat, 'can_pin_messages', 'unpin')
    pinMessage(tx, chat, null)
    return true
  },
})
